import Events

/// A nutrient of `ProtoNutrition`, with the largest amount that a portion can have.
///
/// The limits are far above any dish: they find amounts whose decimal mark was lost and amounts of a whole batch.
enum Nutrient: Hashable, Sendable, CaseIterable {
    case calories, fat, saturatedFat, carbohydrate, sugar, fiber, protein, sodium, cholesterol

    enum Unit: String, Hashable, Sendable {
        case kilocalories = "kcal"
        case grams = "g"
        case milligrams = "mg"
    }

    var path: WritableKeyPath<ProtoNutrition, Double> {
        switch self {
        case .calories: \.calories
        case .fat: \.fatGrams
        case .saturatedFat: \.saturatedFatGrams
        case .carbohydrate: \.carbohydrateGrams
        case .sugar: \.sugarGrams
        case .fiber: \.fiberGrams
        case .protein: \.proteinGrams
        case .sodium: \.sodiumMilligrams
        case .cholesterol: \.cholesterolMilligrams
        }
    }

    var unit: Unit {
        switch self {
        case .calories: .kilocalories
        case .sodium, .cholesterol: .milligrams
        case .fat, .saturatedFat, .carbohydrate, .sugar, .fiber, .protein: .grams
        }
    }

    /// The largest plausible amount of a portion, in `unit`.
    var most: Double {
        switch self {
        case .calories, .cholesterol: 10_000
        case .sodium: 50_000
        case .fat, .saturatedFat, .carbohydrate, .sugar, .fiber, .protein: 2_000
        }
    }

    /// Why a portion cannot have the amount, as the end of a remark; `nil` if it can.
    func objection(to amount: Double) -> String? {
        guard amount.isFinite, amount >= 0 else { return "because it is negative or infinite" }
        guard amount > most else { return nil }
        return "because a portion has at most \(DecimalText.of(most)) \(unit.rawValue)"
    }
}

extension ProtoNutrition {
    /// Sets an amount rounded to a thousandth, because a conversion adds digits that were not measured. An amount that no
    /// portion has is dropped with a remark that names it as `written`.
    mutating func set(_ nutrient: Nutrient, to amount: Double, written: String, notes: inout [String]) {
        if let objection = nutrient.objection(to: amount) {
            notes.append("nutrition: \(written) dropped, \(objection)")
        } else {
            self[keyPath: nutrient.path] = (amount * 1_000).rounded() / 1_000
        }
    }

    /// Drops the sugar if it is far more than the carbohydrates, of which it is a part. Labels round each amount by itself,
    /// so that a little more is no error.
    mutating func dropImpossibleSugar(notes: inout [String]) {
        guard hasSugarGrams, hasCarbohydrateGrams, sugarGrams > carbohydrateGrams * 1.5 + 5 else { return }
        notes.append(
            "nutrition: sugar \(DecimalText.of(sugarGrams)) g dropped, because it is more than the carbohydrates, "
                + "\(DecimalText.of(carbohydrateGrams)) g")
        clearSugarGrams()
    }
}
