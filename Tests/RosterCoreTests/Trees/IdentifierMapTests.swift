import RosterTestKit
import Testing

@testable import RosterCore

@Suite("IdentifierMap")
struct IdentifierMapTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func doesWhatADictionaryDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = [50, 64, 65, 5000, 300_000][random.index(below: 5)]
    var map = IdentifierMap<Int>(vacant: -1)
    var dictionary: [Int: Int] = [:]
    for step in 0..<2000 {
      let id = random.index(below: limit)
      let value = random.happens(percent: 60) ? step : nil
      map.set(id, to: value)
      dictionary[id] = value
    }
    for (id, value) in dictionary { #expect(map[id] == value, "seed \(seed)") }
    for _ in 0..<2000 {
      let id = random.index(below: limit * 2)
      #expect(map[id] == dictionary[id], "seed \(seed), id \(id)")
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func insertsWhereThereIsNoValue(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = [50, 64, 65, 5000, 300_000][random.index(below: 5)]
    var map = IdentifierMap<Int>(vacant: -1)
    var dictionary: [Int: Int] = [:]
    var filling = IdentifierMap<Int>.Filling()
    var id = 0
    for step in 0..<2000 {
      id = random.happens(percent: 70) ? (id + 1) % limit : random.index(below: limit)
      let isNew = dictionary[id] == nil
      let wasNew =
        seed.isMultiple(of: 2) ? map.insert(step, at: id) : map.insert(step, at: id, &filling)
      #expect(wasNew == isNew, "seed \(seed), id \(id)")
      if isNew { dictionary[id] = step }
    }
    for (id, value) in dictionary { #expect(map[id] == value, "seed \(seed), id \(id)") }
    // What was inserted is changed as what was set, and a copy keeps it.
    let copy = map
    for id in 0..<100 { map.set(id, to: nil) }
    #expect((0..<200).allSatisfy { copy[$0] == dictionary[$0] }, "seed \(seed)")
    #expect(
      (0..<200).allSatisfy { map[$0] == ($0 < 100 ? nil : dictionary[$0]) }, "seed \(seed)")
  }

  @Test func whatCannotBeAnIDIsNotThere() {
    var map = IdentifierMap<Int>(vacant: -1)
    #expect(map[0] == nil)
    map.set(70, to: 7)
    for id in [-1, Int.min, Int.max, 71, 4096] { #expect(map[id] == nil) }
    #expect(map[70] == 7)
  }

  @Test func aCopyKeepsItsValues() {
    var map = IdentifierMap<Int>(vacant: -1)
    for id in 0..<5000 { map.set(id, to: id * 2) }
    let copy = map
    for id in 0..<5000 { map.set(id, to: id % 2 == 0 ? nil : 0) }
    #expect((0..<5000).allSatisfy { copy[$0] == $0 * 2 })
    #expect((0..<5000).allSatisfy { map[$0] == ($0 % 2 == 0 ? nil : 0) })
  }

  @Test func aChunkThatBecomesVacantIsDropped() {
    var map = IdentifierMap<Int>(vacant: -1)
    for id in 100..<300 { map.set(id, to: id) }
    for id in 100..<300 { map.set(id, to: nil) }
    #expect((0..<10).allSatisfy { map.values(inChunk: $0) == nil })
    map.set(5000, to: 1)
    #expect(map[5000] == 1 && map[100] == nil)
  }

  @Test func aChunkBeginsAsItsFillSays() {
    var map = IdentifierMap<Int>(vacant: -1)
    let width = IdentifierMap<Int>.width
    var stored = ContiguousArray(repeating: -1, count: width)
    stored[3] = 30
    map.set(width + 5, to: 50, fill: { stored })
    #expect(map[width + 3] == 30 && map[width + 5] == 50 && map[width + 4] == nil)
    #expect(map.values(inChunk: 0) == nil)
  }

  /// Were it dropped, the stored values would come back.
  @Test func aVacantChunkIsKeptWhereThereWasAFill() {
    var map = IdentifierMap<Int>(vacant: -1)
    var stored = ContiguousArray(repeating: -1, count: IdentifierMap<Int>.width)
    stored[3] = 30
    map.set(3, to: nil, fill: { stored })
    #expect(map.values(inChunk: 0) != nil)
    #expect(map[3] == nil)
  }

  @Test func aFailingFillChangesNothing() {
    struct Unreadable: Error {}
    var map = IdentifierMap<Int>(vacant: -1)
    map.set(1, to: 1)
    let copy = map
    #expect(throws: Unreadable.self) {
      try map.set(640, to: 2, fill: { () throws(Unreadable) in throw Unreadable() })
    }
    #expect(map[1] == 1 && map[640] == nil && copy[1] == 1)
  }
}
