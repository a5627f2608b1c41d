@testable import RosterComponentLists
import RosterCore
import RosterListSupport
import Testing

@testable import RosterEngine

/// Which published trees and which trees built on demand are kept.
@Suite("Components: published trees") struct TreeCacheTests {
  private func id(_ number: Int) -> ItemID { ItemID(rawValue: number) }

  private func item(_ number: Int, in cache: inout TreeCache<ItemID, String>) -> String? {
    cache.item(id(number))
  }

  @Test func whatIsPublishedReplacesWhatWasKept() {
    var cache = TreeCache<ItemID, String>(countMax: 10)
    cache.publish([(id(1), "a"), (id(2), "b")], removing: [])
    cache.publish([(id(1), "a2")], removing: [id(2)])
    #expect(item(1, in: &cache) == "a2")
    #expect(item(2, in: &cache) == nil)
  }

  /// A tree that does not fit must not leave its old version in the cache.
  @Test func aBulkPublicationLeavesNothingOutdated() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    cache.publish((1...4).map { (id($0), "old") }, removing: [])
    #expect(item(2, in: &cache) == "old")
    cache.publish((1...4).map { (id($0), "new") }, removing: [])
    #expect((1...4).compactMap { item($0, in: &cache) } == ["new", "new"])
  }

  @Test func aTreeBuiltOnDemandIsKept() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    let visit = cache.beginVisit()
    #expect(cache.add("a", of: id(1), visit) == "a")
    cache.endVisit()
    #expect(item(1, in: &cache) == "a")
  }

  @Test func aTreeThatWasPublishedMeanwhileIsPreferred() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    let visit = cache.beginVisit()
    cache.publish([(id(1), "newer")], removing: [])
    #expect(cache.add("older", of: id(1), visit) == "newer")
    cache.endVisit()
  }

  @Test func anOutdatedTreeIsNotKept() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    let visit = cache.beginVisit()
    cache.publish([(id(1), "a2")], removing: [])
    cache.publish([], removing: [id(1), id(2)])
    let later = cache.beginVisit()
    #expect(cache.add("a1", of: id(1), visit) == "a1")
    #expect(cache.add("b1", of: id(2), visit) == "b1")
    cache.endVisit()
    #expect(item(1, in: &cache) == nil)
    #expect(item(2, in: &cache) == nil)
    #expect(cache.add("c", of: id(3), later) == "c")
    cache.endVisit()
    #expect(item(3, in: &cache) == "c")
  }

  @Test func whatWasPublishedBeforeAVisitDoesNotOutdateIt() {
    var cache = TreeCache<ItemID, String>(countMax: 2)
    let first = cache.beginVisit()
    cache.publish([(id(1), "a2")], removing: [])
    cache.publish([(id(2), "b"), (id(3), "c")], removing: [id(1)])
    let second = cache.beginVisit()
    #expect(cache.add("a3", of: id(1), second) == "a3")
    #expect(item(1, in: &cache) == "a3")
    cache.endVisit()
    cache.endVisit()
    _ = first
  }

  @Test func replacingEverythingKeepsTheOrderOfUseAndOutdatesEveryVisit() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    cache.publish([(id(1), "a"), (id(2), "b")], removing: [])
    #expect(item(1, in: &cache) == "a")
    let visit = cache.beginVisit()
    _ = cache.add("c", of: id(3), visit)
    let early = cache.beginVisit()
    cache.replaceAll(with: [id(1): "a2", id(2): "b2"])
    _ = cache.add("d", of: id(4), early)
    cache.endVisit()
    cache.endVisit()
    #expect(cache.all.map { $0.value } == ["a2", "b2"])
  }

  @Test func aTreeOfWhichNothingIsNewReplacesNothing() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    cache.fill("a", of: id(1))
    cache.fill("b", of: id(1))
    #expect(item(1, in: &cache) == "a")
  }

  @Test func whatIsReplacedOutdatesWhatIsBeingBuilt() {
    var cache = TreeCache<ItemID, String>(countMax: 4)
    cache.publish([(id(1), "a")], removing: [])
    let visit = cache.beginVisit()
    cache.replace([(id(1), "a2"), (id(2), "b2")])
    cache.publish([], removing: [id(2)])
    #expect(cache.add("b", of: id(2), visit) == "b")
    cache.endVisit()
    #expect(cache.all.map { $0.value } == ["a2"])
  }

  @Test func aRemainderPushesNothingOutAndReplacesWhatWasBuiltOnDemand() {
    var cache = TreeCache<ItemID, String>(countMax: 2)
    cache.publish([(id(1), "a")], removing: [])
    cache.fill("on demand", of: id(2))
    cache.replaceIfThereIsRoom([(id(2), "b"), (id(3), "c")])
    #expect(cache.peek(id(1)) == "a")
    #expect(cache.peek(id(2)) == "b")
    #expect(cache.peek(id(3)) == nil)
  }

  @Test func lookingIsNoUse() {
    var cache = TreeCache<ItemID, String>(countMax: 2)
    cache.fill("a", of: id(1))
    cache.fill("b", of: id(2))
    #expect(cache.peek(id(1)) == "a")
    cache.fill("c", of: id(3))
    #expect(cache.all.map { $0.value } == ["c", "b"])
  }
}
