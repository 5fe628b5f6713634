import TestSupport
import Testing

@testable import Ingredients

@Suite struct IngredientLineTests {
    @Test("the original text of a line is kept unchanged") func whatWasWrittenIsKept() {
        for line in ["  2  cups\tflour ", "", " ", "½", "\u{0}", "e\u{301}pices", "2 eggs\n1 cup milk"] {
            #expect(IngredientLine(reading: line).original == line)
        }
    }

    @Test("a line that is not understood is its own name") func whatIsNotUnderstoodIsItsOwnName() {
        for line in ["a few sprigs of thyme", "2% milk", "For the sauce:", "1/0 cup sugar", "99999999 eggs", "2 cups"] {
            let read = IngredientLine(reading: line)
            #expect(read == IngredientLine(name: line))
        }
    }

    @Test("a name given as such is not parsed") func aNameIsNotRead() {
        let name = IngredientLine(name: "15 bean soup mix, dried")
        #expect(name.name == name.original)
        #expect(name.quantity == nil && name.unit == nil && name.note == nil)
    }

    // MARK: Hostile lines

    @Test(
        "an odd line is parsed sensibly or left as its own name",
        arguments: [
            "1\u{338} egg", "1\u{20DD} egg", "\u{202E}2 cups flour", "2 cups \u{202E}ruolf", "\u{661}\u{662} eggs",
            "\u{FF12} cups flour", "1/0 cup", "0/0", "1//2 cup", "1/2/3 cup", "-1 egg", "+1 egg", "1e9 eggs",
            "0x10 eggs",
            "∞ eggs", "NaN cups sugar", "1234567 eggs", "1.23456 kg flour", "1..2 eggs", "1.2.3 eggs", "(((((((",
            "2 ((((((",
            "2 cups )))", "2 x 2 x 2 cups", "x", "2 x", "2 x 3", "–", "½½½", "1½½ cups", "½/2 cup milk", ",,,,",
            "2,,, eggs",
            "\u{200B}2 eggs", "\u{FEFF}2 eggs", "2\u{200D}eggs", "👩‍🍳 2 eggs", "2 👩‍🍳", "2 🥚", "a", "a a a a", "half",
            "half half",
            "one one one", "to 2 to 3", "2 to", "2 -", "2 - - 3 eggs", "of of of", "cup cup cup", "2 cup cup cup", "d'",
            "2 d'",
        ])
    func oddLinesAreReadOrLeftAlone(line: String) {
        let read = IngredientLine(reading: line)
        #expect(read.original == line)
        #expect(!read.name.isEmpty)
        if let quantity = read.quantity {
            #expect(quantity.least.isFinite && quantity.least >= 0)
            #expect((quantity.most ?? .infinity) > quantity.least)
        }
        expectStable(read)
    }

    @Test("digits of other scripts and struck digits are no quantity")
    func digitsOfOtherScriptsAndStruckOnesCountNothing() {
        for line in ["\u{661}\u{662} eggs", "\u{FF12} cups flour", "1\u{338} egg", "\u{202E}2 cups flour"] {
            #expect(IngredientLine(reading: line).quantity == nil)
        }
    }

    @Test("a line over the length limit is its own name") func aLineBeyondTheLimitIsItsOwnName() {
        let most = "2 cups " + String(repeating: "é", count: IngredientLine.scalarsMax - 7)
        #expect(IngredientLine(reading: most).unit == "cup")
        #expect(IngredientLine(reading: most + "é") == IngredientLine(name: most + "é"))
        let blanks = "2 cups" + String(repeating: " ", count: 1_000) + "flour"
        #expect(IngredientLine(reading: blanks).name == "flour")
        let huge = "2 cups " + String(repeating: "(", count: 1 << 20)
        #expect(IngredientLine(reading: huge) == IngredientLine(name: huge))
    }

    // MARK: Laws

    @Test("a parsed line that is put together parses to the same parts") func whatIsPutTogetherIsReadAgainAsTheSame() {
        for label in LabelledLine.all { expectStable(IngredientLine(reading: label.line)) }
    }

    /// Words, signs and numbers in any order.
    @Test("random words in any order parse stably", .seeded) func anySoupOfWordsIsReadStably() {
        let words = [
            "2", "1/2", "½", "1.5", "1,5", "0", "a", "one", "half", "dozen", "cup", "cups", "g", "tbsp", "T", "oz",
            "can",
            "clove", "cloves", "EL", "c. à soupe", "large", "of", "de", "d'ail", "flour", "garlic", "chopped",
            "to taste",
            "(14 oz)", "(", ")", ",", ",", "-", "–", "/", "+", "x", "plus", "and", "or", "to", "14-oz", "400g", "%",
            "juice",
            "juice of", "boneless,", "Ärger", "蒜", "٣", ".", ":", ";", "about", "~", "200g", "q.b.", "half a", "pinch",
            "/8oz", "/2lb 4oz", "1,250", "1.250 g", "00", "handful", "bunch", "garlic cloves", "celery sticks", "c.",
            "el",
            "colher (sopa)", "xícara", "e meia", "meia", "demi-", "un peu de", "etwas", "some", "up to", "Je", "x 2",
            "3 large or 4 medium", "1 red and 1 green", "| cups", "or 2", "filet d'huile", "noix de beurre", "à 400 g",
            "12- to 16-pound", "one-pound", "Dose/n", "(s)", "flour or corn", "olive, sunflower or", "-2", "8 or so",
            "110ml-150ml",
        ]
        var generator = SeededGenerator.ofTest()
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...8, using: &generator)
            let line = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            let read = IngredientLine(reading: line)
            #expect(read.original == line)
            #expect(!read.name.isEmpty)
            expectStable(read)
        }
    }

    @Test("random Unicode text parses and keeps its original", .seeded) func anyScalarsAreRead() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<5_000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                let wide = Bool.random(using: &generator) && Bool.random(using: &generator)
                let value = UInt32.random(in: 0...(wide ? 0x10FFFF : 0x7F), using: &generator)
                view.append(Unicode.Scalar(value) ?? " ")
            }
            let line = String(view)
            #expect(IngredientLine(reading: line).original == line)
        }
    }

    private func expectStable(_ read: IngredientLine) {
        let again = IngredientLine(reading: read.text)
        #expect(again.unit == read.unit, "«\(read.original)» became «\(read.text)»")
        #expect(again.name == read.name, "«\(read.original)» became «\(read.text)»")
        #expect(again.note == read.note, "«\(read.original)» became «\(read.text)»")
        #expect((again.quantity == nil) == (read.quantity == nil), "«\(read.original)» became «\(read.text)»")
        if let left = again.quantity, let right = read.quantity {
            #expect(abs(left.least - right.least) <= right.least * 1e-6, "«\(read.original)» became «\(read.text)»")
            #expect((left.most == nil) == (right.most == nil), "«\(read.original)» became «\(read.text)»")
        }
    }
}
