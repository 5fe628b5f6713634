package import Events
package import Layout
import Projections

/// A recipe on a member's plan.
package struct PlanRow: StoredRow, Equatable {
    /// The `plan.set` that planned it.
    package var position: Position
    /// 0: the recipe's own servings.
    package var servings: UInt32

    package init(position: Position, servings: UInt32) {
        self.position = position
        self.servings = servings
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        position = Position(try reader.readVarint())
        servings = UInt32(truncatingIfNeeded: try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: position.value)
        writer.write(varint: UInt64(servings))
    }
}

/// An item on a member's shopping list.
package struct ItemRow: StoredRow, Equatable {
    /// Empty for a recipe, and for a text that cannot be opened.
    package var text = ""
    /// The recipe whose ingredients are to be bought; 0 for a line of text.
    package var recipe: RecipeID
    /// 0: the recipe's own servings.
    package var servings: UInt32 = 0
    package var addedAt: Timestamp
    /// `nil`: still to be bought.
    package var checkedAt: Timestamp?
    /// The planned days that need the item; `nil` if the member added it by hand.
    package var neededOn: ClosedRange<Day>?

    package init(recipe: RecipeID, addedAt: Timestamp) {
        self.recipe = recipe
        self.addedAt = addedAt
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        text = try reader.readString()
        recipe = RecipeID(try reader.readVarint())
        servings = UInt32(truncatingIfNeeded: try reader.readVarint())
        addedAt = Timestamp(microseconds: try reader.readSignedVarint())
        checkedAt = try reader.readTimestampIfPresent()
        guard try reader.readBool() else { return }
        let (first, last) = (try reader.readVarint(), try reader.readVarint())
        guard first <= last, last <= UInt64(Int32.max) else { throw MalformedRow() }
        neededOn = Day(number: Int32(first))...Day(number: Int32(last))
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(text)
        writer.write(varint: recipe.value)
        writer.write(varint: UInt64(servings))
        writer.write(varint: addedAt.microseconds)
        writer.write(ifPresent: checkedAt)
        writer.write(neededOn != nil)
        guard let neededOn else { return }
        for day in [neededOn.lowerBound, neededOn.upperBound] { writer.write(varint: UInt64(max(0, day.number))) }
    }
}

/// A member's cookbook.
package struct CookbookRow: StoredRow, Equatable {
    /// Empty if the name cannot be opened.
    package var name = ""
    package var isPublic = false
    /// In the owner's order.
    package var recipes: [PlacedRecipe] = []

    package init(said payload: Payload) { say(payload) }

    /// Adopts the owner's payload.
    mutating func say(_ payload: Payload) {
        guard case .cookbook(let said) = payload else { return }
        name = said.name
        isPublic = said.isPublic
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        name = try reader.readString()
        isPublic = try reader.readBool()
        // No capacity is reserved: a damaged count must not allocate memory that the row cannot fill.
        for _ in 0..<(try reader.readVarint()) {
            let recipe = RecipeID(try reader.readVarint())
            recipes.append(PlacedRecipe(recipe: recipe, position: Position(try reader.readVarint())))
        }
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(name)
        writer.write(isPublic)
        writer.write(varint: UInt64(recipes.count))
        for placed in recipes {
            writer.write(varint: placed.recipe.value)
            writer.write(varint: placed.position.value)
        }
    }
}

extension ProtoCookbook {
    /// Whether everyone may see the cookbook. Values of later versions count as private.
    package var isPublic: Bool {
        get { visibility == .public }
        set { visibility = newValue ? .public : .private }
    }
}
