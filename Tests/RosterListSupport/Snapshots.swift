package import RosterCore
package import RosterTestKit
package import RosterTestSupport

package typealias TextContents = ListContents<String, String>

extension ListContents where Model == String, SectionModel == String {
  /// Makes sections without models from a drawing, one item for each letter.
  package init(_ drawing: String) {
    self.init(ListRows(drawing).sections.map { .init(model: $0.model, items: $0.items) })
  }

  /// The contents as rows.
  package var rows: ListRows<String, String> {
    ListRows(sections.map { .init(model: $0.model, items: $0.items) })
  }
}

extension Identification
where Model == String, SectionModel == String, ItemKey == String, SectionKey == String {
  /// Identifies texts by their first letter, in lower case.
  package static var byLetter: Self {
    Self(items: { $0.prefix(1).lowercased() }, sections: { $0.prefix(1).lowercased() })
  }
}

/// Random contents of at most four sections and eight letters.
package struct RandomContents {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  package mutating func next() -> TextContents {
    var sections = ["S", "T", "U", "V"].shuffled(using: &random)
      .dropLast(random.index(below: 4))
      .map { TextContents.Section(model: random.happens(percent: 30) ? nil : $0, items: []) }
    for letter in Array("abcdefgh").shuffled(using: &random) where random.happens(percent: 80) {
      let text = random.happens(percent: 20) ? letter.uppercased() : String(letter)
      sections[random.index(below: sections.count)].items.append(text)
    }
    return TextContents(sections)
  }
}
