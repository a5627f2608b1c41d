import RosterCore
import RosterTestSupport
import Testing

/// The rows of lists without sections, beside arrays of them.
@Suite("Rows of lists in views without sections") struct FlatRowsTests {
  private static func rows(
    _ counts: [Int], hasHeaders: Bool = false, hasFooters: Bool = false
  ) throws -> FlatRows {
    var list = ListState()
    if !counts.isEmpty {
      list =
        try TrackedList(
          ListRows<String, String>(
            counts.map { .init(model: nil, items: Array(repeating: "", count: $0)) })
        ).state
    }
    return FlatRows(list, hasHeaders: hasHeaders, hasFooters: hasFooters)
  }

  @Test(
    arguments: [[], [0], [2], [0, 0], [1, 0, 2], [0, 3, 0, 0, 1], [2, 2, 2, 2]], [false, true])
  func rowsAreSectionAfterSection(counts: [Int], hasHeaders: Bool) throws {
    for hasFooters in [false, true] {
      try rowsAreSectionAfterSection(counts, hasHeaders: hasHeaders, hasFooters: hasFooters)
    }
  }

  private func rowsAreSectionAfterSection(
    _ counts: [Int], hasHeaders: Bool, hasFooters: Bool
  ) throws {
    let rows = try Self.rows(counts, hasHeaders: hasHeaders, hasFooters: hasFooters)
    let expected = counts.indices.flatMap { section in
      (hasHeaders ? [FlatRows.Place.header(section: section)] : [])
        + (0..<counts[section]).map { .item(ItemPath(section: section, item: $0)) }
        + (hasFooters ? [.footer(section: section)] : [])
    }
    #expect(rows.count == expected.count)
    for row in -1...expected.count {
      #expect(rows.place(at: row) == (expected.indices.contains(row) ? expected[row] : nil))
    }
    for (row, place) in expected.enumerated() {
      switch place {
      case .header(let section): #expect(rows.row(ofHeader: section) == row)
      case .item(let path): #expect(rows.row(of: path) == row)
      case .footer(let section):
        #expect(rows.row(ofFooter: section) == row)
        // It stands where an item that is added to the section will.
        #expect(rows.row(of: ItemPath(section: section, item: counts[section])) == row)
      }
    }
    // Items are numbered in their order, and headers and footers are none.
    let items = rows.items(at: -1...expected.count)
    let itemRows = expected.indices.filter { row in
      if case .item = expected[row] { true } else { false }
    }
    #expect(items.map(\.rawValue) == Array(1..<items.count + 1))
    #expect(rows.rows(of: items) == itemRows)
    #expect(rows.rows(of: [ItemID(rawValue: 99)]).isEmpty)
    if !hasHeaders { #expect(counts.indices.allSatisfy { rows.row(ofHeader: $0) == nil }) }
    if !hasFooters { #expect(counts.indices.allSatisfy { rows.row(ofFooter: $0) == nil }) }
  }

  /// Before a header is the end of the section before, and there is nothing before the first one.
  @Test func dropsStandInSections() throws {
    let headed = try Self.rows([2, 0, 1], hasHeaders: true)
    // A a b B C c
    let paths = (-1...7).map { headed.path(ofDropBefore: $0) }
    #expect(
      paths == [
        nil, nil, ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1),
        ItemPath(section: 0, item: 2), ItemPath(section: 1, item: 0),
        ItemPath(section: 2, item: 0), ItemPath(section: 2, item: 1), nil,
      ])
    let plain = try Self.rows([2, 0, 1])
    #expect(plain.path(ofDropBefore: 2) == ItemPath(section: 2, item: 0))
    #expect(plain.path(ofDropBefore: 3) == ItemPath(section: 2, item: 1))
    #expect(try Self.rows([], hasHeaders: true).path(ofDropBefore: 0) == nil)
  }

  /// Before a footer is the end of its section, and so is what is below it and before the next header.
  @Test func dropsBelowFootersStandAboveThem() throws {
    let both = try Self.rows([2, 0, 1], hasHeaders: true, hasFooters: true)
    // A a b /A B /B C c /C
    #expect(
      (-1...10).map { both.path(ofDropBefore: $0) } == [
        nil, nil, ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1),
        ItemPath(section: 0, item: 2), ItemPath(section: 0, item: 2), ItemPath(section: 1, item: 0),
        ItemPath(section: 1, item: 0), ItemPath(section: 2, item: 0), ItemPath(section: 2, item: 1),
        ItemPath(section: 2, item: 1), nil,
      ])
    // a b /A /B c /C: what is below a footer begins the next section, if there is one.
    let footed = try Self.rows([2, 0, 1], hasFooters: true)
    #expect(
      (0...6).map { footed.path(ofDropBefore: $0) } == [
        ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1), ItemPath(section: 0, item: 2),
        ItemPath(section: 1, item: 0), ItemPath(section: 2, item: 0), ItemPath(section: 2, item: 1),
        ItemPath(section: 2, item: 1),
      ])
    #expect(try Self.rows([], hasFooters: true).path(ofDropBefore: 0) == nil)
  }
}
