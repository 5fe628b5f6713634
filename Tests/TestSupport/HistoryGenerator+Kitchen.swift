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
            cause: old?.position ?? .none, creditedAt: old?.creditedAt)
        relate(key, header, old == nil ? 1 : 0)
    }

    private mutating func addItem() {
        guard let actor = actor() else { return }
        var (item, recipe) = (ProtoListItem(), Position.none)
        if random.oneIn(2), let (position, entity) = living(.recipe), !isBlocked(actor, entity.author) {
            recipe = position
            if random.oneIn(2) { item.servings = UInt32.random(in: 1...1_000, using: &random) }
        } else {
            item.text = text()
            if random.oneIn(3) { (item.from, item.through) = ("2026-01-05", "2026-01-11") }
        }
        let header = emit(
            .listItemAdded, actor: actor, owner: actor, cause: recipe,
            payload: item == ProtoListItem() ? .none : .listItem(item), hasOwnSubject: true)
        entities[header.position] = EntityState(
            type: .item, author: actor, parent: recipe, position: header.position, createdAt: header.occurredAt)
    }

    /// Begins a cookbook, or does something to one that is there.
    mutating func collect() {
        let all = entities.filter { isLiving($0.value) && $0.value.type == .cookbook }.keys.sorted()
        let known = random.oneIn(8) ? nil : random.pick(all.prefix(2))
        guard let book = known, let member = entities[book]?.author, members[member]?.mayAct == true else {
            guard let actor = actor() else { return }
            let header = emit(
                .cookbookCreated, actor: actor, owner: actor, payload: .cookbook(cookbook()), hasOwnSubject: true)
            entities[header.position] = EntityState(
                type: .cookbook, author: actor, position: header.position, createdAt: header.occurredAt)
            // One that is empty leaves little to do.
            for _ in 0..<3 { add(to: header.position, by: actor) }
            return
        }
        let placed = cookbooks[book, default: []]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: emit(.cookbookChanged, actor: member, subject: book, owner: member, payload: .cookbook(cookbook()))
        case 1:
            emit(.cookbookDeleted, actor: member, subject: book, owner: member)
            entities[book]?.lifecycle = .deleted
        case 2, 3:
            guard let recipe = random.pick(placed) else { return }
            emit(.cookbookRecipeRemoved, actor: member, subject: book, owner: member, cause: recipe)
            cookbooks[book]?.removeAll { $0 == recipe }
        case 4...7:
            guard let recipe = random.pick(placed) else { return }
            let place = Int.random(in: 1...placed.count, using: &random)
            guard placed[place - 1] != recipe else { return }
            emit(
                .cookbookRecipeMoved, actor: member, subject: book, owner: member, cause: recipe, value: UInt8(place))
            cookbooks[book]?.removeAll { $0 == recipe }
            cookbooks[book]?.insert(recipe, at: place - 1)
        default: add(to: book, by: member)
        }
    }

    private mutating func add(to book: Position, by member: MemberID) {
        guard let (recipe, entity) = living(.recipe), !cookbooks[book, default: []].contains(recipe),
            !isBlocked(member, entity.author)
        else { return }
        emit(.cookbookRecipeAdded, actor: member, subject: book, owner: member, cause: recipe)
        cookbooks[book, default: []].append(recipe)
    }

    private mutating func cookbook() -> ProtoCookbook {
        var cookbook = ProtoCookbook()
        cookbook.name = text()
        cookbook.visibility = random.oneIn(2) ? .public : .private
        return cookbook
    }
}
