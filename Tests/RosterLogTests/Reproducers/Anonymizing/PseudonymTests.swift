import RosterCore
import RosterJSON
import Testing

@testable import RosterLog

struct PseudonymTests {
  @Test(arguments: ["Hello, World 42!\n", "größe ÄÖÜ", "日本語テキスト", "😀 и 🚀", "a\u{301}é", ""])
  func textKeepsItsForm(_ text: String) {
    for seed in UInt64(1)...20 {
      var pseudonyms = Pseudonyms(seed: seed)
      let other = pseudonyms.text(for: text)
      #expect(other.utf8.count == text.utf8.count)
      #expect(other.unicodeScalars.count == text.unicodeScalars.count)
      #expect(other.count == text.count)
      for (scalar, replacement) in zip(text.unicodeScalars, other.unicodeScalars) {
        #expect(
          scalar.properties.generalCategory == replacement.properties.generalCategory)
        #expect(UTF8.width(scalar) == UTF8.width(replacement))
      }
      let again = pseudonyms.text(for: text)
      #expect(again.utf8.elementsEqual(other.utf8), "always the same")
    }
  }

  @Test func allTextsOfOneLetterHaveOthersOfTheirOwn() {
    var pseudonyms = Pseudonyms(seed: 1)
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let others = letters.map { pseudonyms.text(for: $0) }
    #expect(Set(others) == Set(letters))
  }

  @Test func composedAndDecomposedLettersAreDifferentTexts() {
    var pseudonyms = Pseudonyms(seed: 1)
    let composed = pseudonyms.text(for: "\u{E9}")
    let decomposed = pseudonyms.text(for: "e\u{301}")
    #expect(composed != decomposed)
  }

  @Test func allNumbersOfOneFormHaveOthersOfTheirOwn() {
    var pseudonyms = Pseudonyms(seed: 1)
    for numbers in [1...9, 11...19, 21...29] {
      let others = numbers.map { pseudonyms.value(for: .number(Double($0))) }
      #expect(Set(others).count == 9)
      #expect(others.allSatisfy { $0.canonicalText.count == "\(numbers.lowerBound)".count })
    }
  }

  @Test(arguments: [
    0, -1, 7, 100, 4711, -0.25, 17.25, 1e300, 1e-300, 9_007_199_254_740_992, 0.1, 1.0e21,
  ])
  func numberKeepsItsForm(_ number: Double) {
    var pseudonyms = Pseudonyms(seed: 1)
    let form = { (value: JSONValue) in
      value.canonicalText.map { "123456789".contains($0) ? "9" : $0 }
    }
    let other = pseudonyms.value(for: .number(number))
    let again = pseudonyms.value(for: .number(number))
    #expect(form(other) == form(.number(number)))
    #expect(again == other)
  }

  @Test func longNumbersHaveOthersOfTheirOwn() throws {
    var pseudonyms = Pseudonyms(seed: 1)
    let numbers = try ["738529527931269425", "738529527931269426", "0.12345678901234567890123"]
      .map { try JSONParser().parse($0) }
    let others = numbers.map { pseudonyms.value(for: $0) }
    #expect(Set(others).count == 3)
    #expect(others.map(\.canonicalText.count) == numbers.map(\.canonicalText.count))
    #expect(numbers.map { pseudonyms.value(for: $0) } == others)
    #expect(
      pseudonyms.identifier(for: .number(.max)) != pseudonyms.identifier(for: .number(.max - 1)))
  }

  @Test func whatHasNoContentsStays() {
    var pseudonyms = Pseudonyms(seed: 1)
    let value: JSONValue = [.null, true, false, 0, "", [:], [], " -\t\u{1B}[]"]
    let other = pseudonyms.value(for: value)
    #expect(other == value)
  }
}
