import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// Numbers in rows that no list has: they are errors, and never lead a computation astray.
@Suite("Reading: impossible numbers in rows")
struct ImpossibleRowTests {
  /// A list at revision 3, of which the last undoes the second.
  private func makeStore(itemCount: Int = 100) throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list("main", .ofEarlierFormats)
    var state = try list.commit(newSection((1...itemCount).map { "\($0)" }), on: list.load())
    state = try list.commit(
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) }, on: state)
    let entry = try #require(try list.journal(after: 1, limit: 1).first)
    var builder = CommitGroupBuilder(state)
    try builder.replay(entry.record.inverse, model: "1", step: .takingBack(2))
    try list.commit(builder.group)
    return temporary
  }

  @Test(arguments: [66, 70, 127])
  func aRowOutOfOrderIsADamagedRow(number: UInt8) throws {
    let temporary = try makeStore(itemCount: 200)
    try temporary.store.close()
    var bytes = try #require(contents(temporary.path))
    // The key of the row of an item: 2^40 and the number, seven bits a byte.
    let prefix: [UInt8] = [0xa0, 0x80, 0x80, 0x80, 0x80]
    let place = try #require(bytes.range(of: Data(prefix + [number])))
    bytes[place.upperBound - 1] = 3
    try bytes.write(to: URL(fileURLWithPath: temporary.path))
    let store = try SQLiteStore(
      path: temporary.path, configuration: SQLiteConfiguration(isReadOnly: true))
    let list = try #require(try store.list(named: "main", create: false))
    let state = try list.load()
    let error = #expect(throws: StorageError.self) {
      try (64...127).forEach { _ = try state.path(of: ItemID(rawValue: $0)) }
    }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("of table item") == true, "\(String(describing: error))")
    #expect(try !store.check().isEmpty)
  }

  /// The key of any one row is altered in the bytes of the file, so that the rows of its table are out of order.
  @Test(arguments: [2, 3] as [UInt8], [1, 4, 100] as [UInt8])
  func aCheckOfRowsOutOfOrderEndsAndFindsThem(number: UInt8, other: UInt8) throws {
    let temporary = try makeStore()
    try temporary.store.close()
    let bytes = try #require(contents(temporary.path))
    let key = Data([0xa0, 0x80, 0x80, 0x80, 0x80, number])
    var start = bytes.startIndex
    var foundCount = 0
    while let place = bytes.range(of: key, in: start..<bytes.endIndex) {
      start = place.upperBound
      var altered = bytes
      altered[place.upperBound - 1] = other
      try altered.write(to: URL(fileURLWithPath: temporary.path))
      let store = try SQLiteStore(
        path: temporary.path, configuration: SQLiteConfiguration(isReadOnly: true))
      do {
        // What looks like a key may lie in bytes that no row uses.
        if try !store.check().isEmpty { foundCount += 1 }
      } catch {
        #expect(error.code == .corrupt)
        foundCount += 1
      }
      try store.close()
    }
    // The rows of an item and of a revision have this number.
    #expect(foundCount >= 2)
  }

  private static let numbers = ["-1", "0", "4", "1 << 40", "1 << 62", "~(-1 << 63)", "-1 << 63"]

  @Test(arguments: ["takes_back", "undo", "redo"], numbers)
  func whatARevisionTakesBackLiesBeforeIt(column: String, number: String) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try temporary.store.pool.write {
      try $0.execute("UPDATE journal SET \(column) = \(number) WHERE id & 3 = 3")
    }
    #expect(try !temporary.store.check().isEmpty)
    if number == "0", column != "takes_back" { return }
    let error = #expect(throws: StorageError.self) { _ = try list.journal(after: 2, limit: 1) }
    #expect(error?.code == .corrupt)
    if column == "takes_back" { return }
    #expect(storageErrorCode { _ = try list.steps(at: 3) } == .corrupt)
  }

  @Test func stacksThatLeadInACircleAreCorrupt() throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try temporary.store.pool.write {
      try $0.execute("UPDATE journal SET step_group = 'g', undo = id & 3")
      try $0.execute("UPDATE journal SET undo = 2 WHERE id & 3 = 1")
    }
    #expect(storageErrorCode { _ = try list.steps(at: 3) } == .corrupt)
    #expect(try !temporary.store.check().isEmpty)
  }

  @Test(arguments: ["next_item", "next_section", "next_leaf"], numbers)
  func numbersThatNoListGivesNextAreCorrupt(column: String, number: String) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try temporary.store.pool.write {
      try $0.execute("UPDATE journal SET \(column) = \(number) WHERE id & 3 = 3")
    }
    #expect(try !temporary.store.check().isEmpty)
    // Numbers that are possible are found by the check alone.
    guard Int(number) == nil || number == "-1" || number == "0", number != "1 << 40" else { return }
    #expect(storageErrorCode { _ = try list.load() } == .corrupt)
    #expect(storageErrorCode { _ = try list.journal(after: 2, limit: 1) } == .corrupt)
  }

  @Test(arguments: numbers)
  func anImpossibleNumberOfWrittenBytesEndsNoCompaction(number: String) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var state = try list.commit(newSection(["0"]), on: list.load())
    for number in 1..<100 { state = try list.commit(insertion("\(number)"), on: state) }
    for rows in ["id & 127 = 100", "id & 127 = 1"] {
      try temporary.store.pool.write {
        try $0.execute("UPDATE journal SET written = \(number) WHERE \(rows)")
      }
      for byteCountMax in [0, 16 << 20, Int.max, Int.min] {
        _ = try? list.compact(JournalRetention(byteCountMax: byteCountMax))
        #expect(try list.load().revision == 100)
      }
      #expect(try !temporary.store.check().isEmpty)
    }
  }

  @Test func aListThatHasUsedUpItsNumbersIsFull() throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try temporary.store.pool.write {
      try $0.execute("UPDATE journal SET next_item = 1 << 40 WHERE id & 3 = 3")
    }
    let state = try list.load()
    #expect(storageErrorCode { _ = try list.commit(newSection(at: 1, ["x"]), on: state) } == .full)
  }

  @Test(arguments: [1, -1])
  func orderKeysAtTheirLimitLeaveRoomForMore(sign: Int) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    var state = try list.load()
    for index in 1...40 { state = try list.commit(newSection(at: index, []), on: state) }
    try temporary.store.pool.write {
      // Ascending, and the last 35 of them nearer to the limit than a new key lies to another.
      let order = "(1 << 62) - (50 - id % 1099511627776) * (1 << 28)"
      try $0.execute(
        sign > 0
          ? "UPDATE section SET ord = \(order)"
          : "UPDATE section SET ord = -(1 << 62) + (id % 1099511627776) * (1 << 28)")
    }
    state = try list.load()
    for index in sign > 0 ? Array(41...60) : Array(repeating: 0, count: 20) {
      state = try list.commit(newSection(at: index, ["x"]), on: state)
    }
    #expect(try list.load().sectionIDs == state.sectionIDs)
  }
}
