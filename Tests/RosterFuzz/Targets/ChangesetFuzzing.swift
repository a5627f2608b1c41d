import RosterCore
import RosterTestKit
import RosterTestSupport

/// A row of changesets, one for each zero among the choices, beside the naive list.
enum ChangesetFuzzing {
  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    var list = TrackedList()
    while !input.isAtEnd {
      let changeset = changeset(for: list.naive.counts, &input)
      if let disagreement = list.apply(changeset) { throw FuzzFinding(disagreement) }
    }
  }

  private static func changeset(
    for counts: [Int], _ input: inout FuzzInput
  ) -> Changeset<String, String> {
    Changeset { builder in
      for number in 0..<24 {
        switch input.index(below: 9) {
        case 1: builder.updateItem(at: source(counts, &input), "u\(number)")
        case 2: builder.removeItem(at: source(counts, &input))
        case 3: builder.moveItem(from: source(counts, &input), to: target(counts, &input))
        case 4:
          let count = 1 + input.index(below: 12)
          builder.insertItems(
            (0..<count).map { "i\(number).\($0)" }, at: target(counts, &input))
        case 5: builder.updateSection(at: section(counts, &input), "U\(number)")
        case 6: builder.removeSection(at: section(counts, &input))
        case 7: builder.moveSection(from: section(counts, &input), to: section(counts, &input))
        case 8: builder.insertSection(at: section(counts, &input), "I\(number)")
        default: return
        }
      }
    }
  }

  /// A section, or one that is not there on either side; now and then one that no list has.
  private static func section(_ counts: [Int], _ input: inout FuzzInput) -> Int {
    let choice = input.byte()
    switch choice {
    case 255: return Int.max
    case 254: return Int.min
    default: return choice % (counts.count + 4) - 1
    }
  }

  private static func source(_ counts: [Int], _ input: inout FuzzInput) -> ItemPath {
    let section = section(counts, &input)
    return ItemPath(
      section: section, item: item(counts.indices.contains(section) ? counts[section] : 0, &input))
  }

  private static func target(_ counts: [Int], _ input: inout FuzzInput) -> ItemPath {
    ItemPath(section: section(counts, &input), item: item((counts.max() ?? 0) + 8, &input))
  }

  private static func item(_ count: Int, _ input: inout FuzzInput) -> Int {
    let choice = input.byte()
    switch choice {
    case 255: return Int.max
    case 254: return Int.min
    default: return choice % (count + 3) - 1
    }
  }
}
