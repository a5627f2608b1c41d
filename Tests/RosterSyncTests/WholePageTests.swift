import RosterCore
import RosterEngine
import RosterJSON
import Testing

@testable import RosterSync

/// A list that comes whole, page by page.
@Suite struct WholePageTests {
  private static var limits: SyncLimits {
    var limits = SyncLimits()
    limits.messageByteCountMax = 100
    return limits
  }

  /// A hub whose journal no longer says how its list came to be.
  private static func hub(_ files: SyncFiles) throws -> TextHub {
    let hub = try files.hub(limits)
    try hub.list.applySynchronously(.section(String(repeating: "ab", count: 40)))
    try hub.list.applySynchronously(.section(""))
    try hub.list.applySynchronously(.section(String(repeating: "cde", count: 20)))
    _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
    return hub
  }

  @Test func aListComesInPagesAndInOneBatch() throws {
    try SyncFiles.with { files in
      let hub = try Self.hub(files)
      var one = try files.device("one", limits: Self.limits)
      let before = one.list.snapshot.revision
      var pageCount = 0
      var isLast = false
      while !isLast {
        let answer = try hub.answer(one.request(sendsChanges: false))
        #expect(answer.byteCount < 400)
        #expect(one.list.snapshot.revision == before)
        pageCount += 1
        isLast = try one.integrate(answer: answer)
      }
      #expect(pageCount > 5)
      #expect(one.list.snapshot.revision == before + 1)
      #expect(try one.drawing == hub.list.drawing)
      #expect(try one.drawing.hasPrefix("cde") && one.drawing.contains("||ab"))
    }
  }

  @Test func pagesAreOfOneRevisionWhateverTheHubCommits() throws {
    try SyncFiles.with { files in
      let hub = try Self.hub(files)
      let drawing = try hub.list.drawing
      var one = try files.device("one", limits: Self.limits)
      var isLast = false
      for _ in 0..<100 where !isLast {
        isLast = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
        if !isLast { try hub.list.applySynchronously(.insert("h")) }
      }
      #expect(isLast)
      #expect(try one.drawing == drawing)
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  @Test func aRevisionThatIsGoneMeanwhileBeginsTheListAgain() throws {
    try SyncFiles.with { files in
      let hub = try Self.hub(files)
      var one = try files.device("one", limits: Self.limits)
      for _ in 0..<3 {
        _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      }
      for _ in 0..<3 { try hub.list.applySynchronously(.remove(0)) }
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      let answer = try hub.answer(one.request(sendsChanges: false))
      #expect(answer["start"] == [0, 0])
      _ = try one.integrate(answer: answer)
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  @Test func aPageThatIsNotTheNextOneIsRefused() throws {
    try SyncFiles.with { files in
      let hub = try Self.hub(files)
      var one = try files.device("one", limits: Self.limits)
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      let second = try hub.answer(one.request(sendsChanges: false))
      _ = try one.integrate(answer: second)
      #expect(throws: SyncError.self) { try one.integrate(answer: second) }
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  @Test func identifiersThatDifferInTheLastDigitStayTwoItems() throws {
    try SyncFiles.with { files in
      let ids = [425, 426, 427].map { JSONValue.integer(738_529_527_931_269_000 + $0) }
      let hub = SyncHub(try files.jsonList("hub"), name: "hub", coding: .json)
      var one = try SyncDevice(
        files.jsonList("one"), name: "one 1", coding: .json, limits: SyncLimits())
      try hub.list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0)
          for (index, id) in ids.enumerated() {
            $0.insertItem(["id": id], at: ItemPath(section: 0, item: index))
          }
        })
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      // The first one becomes the last one, which the device no longer learns from the journal.
      let (first, last) = (ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2))
      try hub.list.applySynchronously(Changeset { $0.moveItem(from: first, to: last) })
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      try one.list.applySynchronously(
        Changeset { $0.updateItem(at: first, ["id": ids[0], "done": true]) })
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: true)))
      let expected: [JSONValue] = [["id": ids[1]], ["id": ids[2]], ["id": ids[0], "done": true]]
      #expect(try hub.list.snapshot.models(inSection: 0) == expected)
      #expect(try one.list.snapshot.models(inSection: 0) == expected)
      #expect(one.takeOutcomes().map(\.kind) == [.confirmed])
    }
  }

  @Test func changesOfTheDeviceStayWhileTheListComesWhole() throws {
    try SyncFiles.with { files in
      let hub = try Self.hub(files)
      var one = try files.device("one", limits: Self.limits)
      try one.list.applySynchronously(.section("xyz"))
      for _ in 0..<2 {
        _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      }
      try one.list.applySynchronously(.insert("w"))
      #expect(try one.request(sendsChanges: true)["changes"] == [])
      // Another opening has no pages.
      var again = try files.device("one", opening: "one 2", limits: Self.limits)
      try again.synchronize(with: hub)
      #expect(try again.drawing == hub.list.drawing)
      #expect(try hub.list.drawing.hasSuffix("|wxyz") || hub.list.drawing.hasPrefix("wxyz|"))
    }
  }
}
