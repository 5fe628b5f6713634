import Events
import Layout

extension HistoryGenerator {
    /// Plans a recipe, plans it for others, or clears it.
    mutating func plan() {
        let own = plans.keys.filter { members[$0.member]?.mayAct == true }
            .sorted { (plans[$0] ?? .none) < (plans[$1] ?? .none) }
        let known = random.oneIn(2) ? random.pick(own) : nil
        guard let key = known ?? newPlace() else { return }
        let old = plans[key]
        let isCleared = old != nil && random.oneIn(2)
        var payload = Payload.none
        if !isCleared, old != nil || random.oneIn(2) {
            var plan = ProtoPlan()
            plan.servings = UInt32.random(in: 1...1_000, using: &random)
            payload = .plan(plan)
        }
        let header = emit(
            isCleared ? .planCleared : .planSet, actor: key.member, subject: key.slot.recipe.position,
            owner: key.member,
            cause: old ?? .none, creditedAt: Timestamp(day: key.slot.day), value: key.slot.meal.rawValue,
            payload: payload)
        plans[key] = isCleared ? nil : header.position
    }

    private mutating func newPlace() -> PlanKey? {
        guard let actor = actor(), let (recipe, entity) = living(.recipe), !isBlocked(actor, entity.author) else {
            return nil
        }
        let days = PlanSlot.days
        let some = [days.lowerBound, days.upperBound, Day(number: 19_675), Day(number: 19_676)]
        let day = random.pick(some) ?? days.lowerBound
        let meal = random.pick(Meal.allCases) ?? .dinner
        return PlanKey(member: actor, slot: PlanSlot(day: day, meal: meal, recipe: RecipeID(recipe)))
    }

    /// Puts something on a list, checks it, takes that back, or removes it.
    mutating func list() {
        let listed = entities.filter { isLiving($0.value) && $0.value.type == .item }.keys.sorted()
        let known = random.oneIn(3) ? nil : random.pick(listed)
        guard let item = known, let member = entities[item]?.author, members[member]?.mayAct == true else {
            return addItem()
        }
        if random.oneIn(4) {
            let header = emit(.listItemRemoved, actor: member, subject: item, owner: member)
            entities[item]?.lifecycle = .deleted
            entities[item]?.lifecyclePosition = header.position
            return
        }
        let key = RelationKey(actor: member, relation: .check, object: item)
        let old = relations[key].flatMap { $0.holds ? $0 : nil }
        let header = emit(
            old == nil ? .listItemChecked : .listItemUnchecked, actor: member, subject: item, owner: member,
            cause: old?.position ?? .none, creditedAt: old?.occurredAt)
        relations[key] = RelationState(
            position: header.position, occurredAt: header.occurredAt, value: old == nil ? 1 : 0)
    }

    private mutating func addItem() {
        guard let actor = actor() else { return }
        var (item, recipe) = (ProtoListItem(), Position.none)
        if random.oneIn(2), let (position, entity) = living(.recipe), !isBlocked(actor, entity.author) {
            recipe = position
            if random.oneIn(2) { item.servings = UInt32.random(in: 1...1_000, using: &random) }
        } else {
            item.text = text()
        }
        let header = emit(
            .listItemAdded, actor: actor, owner: actor, cause: recipe,
            payload: item == ProtoListItem() ? .none : .listItem(item), hasOwnSubject: true)
        entities[header.position] = EntityState(
            type: .item, author: actor, parent: recipe, position: header.position, createdAt: header.occurredAt)
    }
}
