import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Slots, compared with an enumeration of all rows.
@Suite struct ListSlotsTests {
  private func state(_ counts: [Int]) throws -> ListState {
    try ListState().applying(ListRows(counts: counts).asInsertion).target
  }

  /// All places, one after the other.
  private func places(_ counts: [Int]) -> [TreePlace] {
    counts.enumerated().flatMap { section, count -> [TreePlace] in
      [.supplement(.header, ofSection: section)]
        + (0..<count).map { .item(ItemPath(section: section, item: $0)) }
        + [.supplement(.footer, ofSection: section)]
    }
  }

  private static let shapes: [[Int]] = {
    var shapes: [[Int]] = [[]]
    for length in 1...4 {
      for number in 0..<(1 << (2 * length)) {
        shapes.append((0..<length).map { (number >> (2 * $0)) & 3 })
      }
    }
    return shapes
  }()

  @Test func slotsAreThePlacesInOrder() throws {
    for counts in Self.shapes {
      let state = try state(counts)
      let places = places(counts)
      #expect(state.slotCount == places.count)
      for slot in -2..<places.count + 2 {
        let place = places.indices.contains(slot) ? places[slot] : nil
        #expect(state.place(atSlot: slot) == place, "\(counts), slot \(slot)")
        let before = places.prefix(max(0, slot)).count { $0.path != nil }
        #expect(state.itemCount(beforeSlot: slot) == before, "\(counts), slot \(slot)")
      }
      for (slot, place) in places.enumerated() {
        #expect(state.slot(of: place) == slot, "\(counts), \(place)")
      }
      for absent in [
        TreePlace.item(ItemPath(section: counts.count, item: 0)),
        .item(ItemPath(section: 0, item: counts.first ?? 0)), .item(ItemPath(section: -1, item: 0)),
        .item(ItemPath(section: 0, item: -1)), .supplement(.footer, ofSection: counts.count),
        .supplement(.header, ofSection: -1),
      ] {
        #expect(state.slot(of: absent) == nil, "\(counts), \(absent)")
      }
    }
  }

  @Test func rangesOfSlotsHaveTheRowsInThem() throws {
    for counts in Self.shapes where counts.count <= 3 {
      let state = try state(counts)
      let places = places(counts)
      for start in -1...places.count + 1 {
        for end in start...places.count + 2 {
          let rows = try state.rows(inSlots: start..<end)
          let expected = places.indices.filter { (start..<end).contains($0) }.map { places[$0] }
          #expect(rows.map(\.place) == expected, "\(counts), \(start)..<\(end)")
          for row in rows { #expect(try state.place(of: row.tree) == row.place) }
        }
      }
    }
  }

  @Test func aMillionItemsHaveSlots() throws {
    let counts = [3, 0, 999_000, 0, 997]
    let state = try ListState().applying(
      Changeset<String, String> { changes in
        for (section, count) in counts.enumerated() {
          changes.insertSection(at: section)
          changes.insertItems(
            Array(repeating: "", count: count), at: ItemPath(section: section, item: 0))
        }
      }
    ).target
    #expect(state.slotCount == 1_000_010)
    var slot = 0
    while slot < state.slotCount {
      let place = try #require(state.place(atSlot: slot))
      #expect(state.slot(of: place) == slot)
      slot += slot < 10 || slot > 999_000 ? 1 : 7_919
    }
    let rows = try state.rows(inSlots: 500_000..<501_000)
    #expect(rows.count == 1_000)
    #expect(rows.first?.place == .item(ItemPath(section: 2, item: 500_000 - 8)))
  }

  @Test(arguments: ["i7", "h1", "f99", "i1099511627775"])
  func keyNamesItsRow(_ key: String) throws {
    #expect(try #require(TreeID(key: key)).key == key)
  }

  @Test(arguments: ["", "i", "i0", "i-1", "i+1", "i01", "x3", "i7 ", "7", "i99999999999999999999"])
  func otherTextsAreNoKeys(_ key: String) { #expect(TreeID(key: key) == nil) }
}
