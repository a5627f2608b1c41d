import Foundation
import GRDB
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterRows
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterSync

/// What a hub keeps in tables of its own, and how it comes there from the lists of earlier releases.
@Suite struct HubTableTests {
  @Test func theTablesHaveARowForEachNameAndEachLoss() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      var two = try files.device("two")
      try two.synchronize(with: hub)
      try two.list.applySynchronously(.insert("t", at: 2))
      try two.synchronize(with: hub)
      try one.list.applySynchronously(.update(0, "A"))
      try hub.list.applySynchronously(.remove(0))
      _ = try hub.answer(one.request(sendsChanges: true))
      let rows = try #require(try hub.list.hubRows())
      #expect(rows.hub.revision == hub.list.snapshot.revision && rows.hub.name == "hub")
      let digests = try #require(rows.hub.digests.map { try JSONParser.ofMessages.parse($0) })
      #expect(digests.arrayValue?.map { $0.arrayValue?[0] } == ["two 1", "one 1"])
      // The last used one is the last.
      #expect(rows.settled.map(\.name) == ["two 1", "one 1"])
      #expect(rows.losses.map(\.name) == ["one 1"] && rows.losses.first?.refusal != nil)
      #expect(rows.losses.first?.change == rows.settled.last?.through)
    }
  }

  /// A note has its own change, however many devices there are.
  @Test func theNotesDoNotGrow() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      for opening in 0..<40 {
        var one = try files.device("one", opening: "opening \(opening) of one")
        try one.synchronize(with: hub)
        if opening == 0 { try one.list.applySynchronously(.section("x")) }
        for letter in ["a", "b"] { try one.list.applySynchronously(.insert(letter)) }
        try one.synchronize(with: hub)
      }
      var byteCounts: [Int] = []
      try hub.list.forEachAnnotation(upTo: hub.list.snapshot.revision) { _, annotation in
        byteCounts.append(JSONValue.object(annotation.userInfo).byteCount)
        return true
      }
      #expect(byteCounts.count == 81)
      #expect(byteCounts.allSatisfy { $0 < 300 })
      #expect(try hub.list.hubRows()?.settled.count == 40)
    }
  }

  /// Only the last revision that was settled stays needed.
  @Test func aCompactionLeavesWhatTheRowsBelongTo() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      for _ in 0..<9 {
        try one.list.applySynchronously(.insert("x"))
        try one.synchronize(with: hub)
      }
      let rows = try #require(try hub.list.hubRows())
      for _ in 0..<2 { try hub.list.applySynchronously(.insert("h")) }
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      #expect(try hub.list.oldestRevision == rows.hub.revision - 1)
      #expect(try hub.list.hubRows() == rows)
      // By an earlier revision less was settled; the journal no longer says what came after that.
      let settled = try hub.settled(by: rows.hub.revision)
      #expect(try hub.settled(by: rows.hub.revision - 1).members != settled.members)
      let error = #expect(throws: StorageError.self) {
        try hub.settled(by: rows.hub.revision - 2)
      }
      #expect(error?.code == .compacted && error?.oldestRevision == rows.hub.revision - 1)
      let again = try files.hub()
      try one.list.applySynchronously(.insert("y"))
      let before = one.list.snapshot.revision
      try one.synchronize(with: again)
      #expect(try one.drawing == again.list.drawing)
      #expect(one.takeOutcomes().last == SyncOutcome(revision: before, kind: .confirmed))
    }
  }

  @Test(
    arguments: [
      "UPDATE sync_settled SET through = through + 1", "UPDATE sync_settled SET name = 'x'",
      "DELETE FROM sync_settled", "DELETE FROM sync_hub", "UPDATE sync_hub SET revision = 1",
      "UPDATE sync_hub SET revision = 9223372036854775807",
      "UPDATE sync_hub SET revision = -9223372036854775808",
      "UPDATE sync_hub SET digests = NULL", "UPDATE sync_hub SET digests = 'x'",
      "INSERT INTO sync_loss VALUES (1, 1, 'x', 1, 1, NULL)",
      "DELETE FROM sync_hub; DELETE FROM sync_settled",
    ], [false, true])
  func whatWasAlteredIsFound(alteration: String, isCompacted: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "hub.sqlite")
    let store = try SQLiteStore(path: path)
    let list = try TextList(
      storage: IdentifiedStorage(#require(try store.list(named: "list"))), codec: TextCodec(),
      sectionCodec: TextCodec())
    let file = MemoryList()
    var one = try TextDevice(
      TextList(inMemory: file), name: "one", coding: .text, limits: SyncLimits())
    try one.list.applySynchronously(.section("ab"))
    try one.list.applySynchronously(.insert("x"))
    try one.synchronize(with: TextHub(list, name: "hub", coding: .text))
    if isCompacted { _ = try list.compact(JournalRetention(revisionCountMax: 0)) }
    #expect(try list.oldestRevision == (isCompacted ? 1 : 0))
    #expect(try store.check() == [])
    try DatabaseQueue(path: path).write { try $0.execute(sql: alteration) }
    let findings = try store.check().map(\.message)
    #expect(findings.count == 1, "\(findings)")
    #expect(findings.first?.contains("what the hub of the list has settled") == true)
    // A hub that is started again says so instead of settling anything. Without the row of the list, the notes tell
    // it, as in a list of an earlier release.
    if alteration.hasPrefix("DELETE FROM sync_hub") { return }
    try one.list.applySynchronously(.insert("y"))
    let again = TextHub(list, name: "hub", coding: .text)
    let error = #expect(throws: StorageError.self) {
      try again.serve(one.request(sendsChanges: true))
    }
    #expect(error?.code == .corrupt && error?.message.contains("the hub \"hub\"") == true)
    #expect(try list.drawing == "xab")
  }

  /// A file from elsewhere may have them, with the right digest. A hub adds one to the last number.
  @Test func rowsThatNoHubWritesAreNotRead() throws {
    let row = HubRows.Settled(number: 1, name: "one", after: 0, through: 3)
    let loss = HubRows.Loss(number: 1, name: "one", change: 2, lostCount: 1, refusal: "no")
    func rows(_ settled: [HubRows.Settled], _ losses: [HubRows.Loss]) -> HubRows {
      HubRows(HubRows.Hub(revision: 1, name: "hub"), settled: settled, losses: losses)
    }
    let sound = rows([row], [loss])
    #expect(SettledChanges(sound)?.rows(at: 1, of: "hub") == sound)
    for number in [-1, Int.max] {
      let columns: [WritableKeyPath<HubRows.Settled, Int>] = [\.number, \.after, \.through]
      for column in columns {
        var altered = row
        altered[keyPath: column] = number
        #expect(SettledChanges(rows([altered], [loss])) == nil)
      }
      let lossColumns: [WritableKeyPath<HubRows.Loss, Int>] = [\.number, \.change, \.lostCount]
      for column in lossColumns {
        var altered = loss
        altered[keyPath: column] = number
        #expect(SettledChanges(rows([row], [altered])) == nil)
      }
    }
    let names = (1...257).map {
      HubRows.Settled(number: $0, name: "opening \($0)", after: 0, through: 1)
    }
    #expect(SettledChanges(rows(names, [])) == nil)
    #expect(SettledChanges(rows(Array(names.dropFirst()), [])) != nil)
    let losses = (1...65).map {
      HubRows.Loss(number: $0, name: "one", change: $0, lostCount: 1, refusal: nil)
    }
    #expect(SettledChanges(rows([row], losses)) == nil)
    #expect(SettledChanges(rows([row], Array(losses.dropFirst()))) != nil)
  }

  /// A hub reads them in its tables, a device in the last page of a list that comes whole.
  @Test(
    arguments: [
      "x", "{}", #"[["one",[[1,2]]]]"#, #"[["one",[[1,2]],"0a1b2c3d"]]"#, #"[["one",[],""]]"#,
      #"[["one",[[1,1]],"0a1b2c3D"]]"#, #"[["one",[[1,1]],"0a1b2cé"]]"#,
      #"[["one",[[9007199254740991,2]],"0a1b2c3d0a1b2c3d"]]"#,
      #"[["\#(String(repeating: "o", count: 129))",[[1,1]],"0a1b2c3d"]]"#,
      #"[["one",[[1,513]],"\#(String(repeating: "0a1b2c3d", count: 513))"]]"#,
      #"[["one",[[1,512]],"\#(String(repeating: "0a1b2c3d", count: 512))"],["two",[[1,1]],"0a1b2c3d"]]"#,
    ])
  func digestsThatNoHubWritesAreNotRead(text: String) throws {
    let hub = HubRows.Hub(revision: 1, name: "hub", digests: text)
    #expect(SettledChanges(HubRows(hub, settled: [], losses: [])) == nil)
    guard let json = try? JSONParser.ofMessages.parse(text) else { return }
    #expect(throws: SyncError.self) { try SettledChanges(json: ["settled": [], "digests": json]) }
  }

  @Test func digestsTellTheChangesOfTwoCopiesApart() throws {
    var settled = SettledChanges()
    func key(_ number: Int, _ digest: String?, _ name: String = "one") -> ChangeKey {
      ChangeKey(name: name, number: number, digest: digest)
    }
    func add(_ key: ChangeKey) { settled.add(HubNote(key: key, after: key.number - 1)) }
    let ours = [key(4, "00000004"), key(5, "00000005"), key(6, "00000006")]
    let theirs = [ours[0], key(5, "0000000a"), key(6, "0000000b")]
    // The first change is from before the hub knew digests, and no digest at all names none.
    add(key(3, nil))
    add(key(1, "no digit", "two"))
    ours.forEach { add($0) }
    func check() {
      #expect(ours.allSatisfy(settled.contains))
      #expect(theirs.map(settled.contains) == [true, false, false])
      #expect(settled.settled(among: [key(3, "00000003")] + ours).count == 4)
      // What was made before a change of another copy may be of that copy as well.
      #expect(settled.settled(among: [key(3, "00000003")] + theirs) == [ours[0]])
      #expect(settled.settled(among: [key(1, "00000001", "two"), theirs[2]]).count == 1)
      #expect(settled.contains(key(5, nil)) && !settled.contains(key(7, nil)))
    }
    check()
    settled = try SettledChanges(json: settled.members)
    check()
    settled = try #require(SettledChanges(settled.rows(at: 9, of: "hub")))
    check()
    // Now that both are settled, both are known.
    theirs.dropFirst().forEach { add($0) }
    #expect(theirs.allSatisfy(settled.contains) && ours.allSatisfy(settled.contains))
    settled.remove(HubNote(key: theirs[2], after: 5))
    #expect(settled.settled(among: theirs) == [theirs[0], theirs[1]])
    #expect(settled.settled(among: ours).count == 3)
  }

  /// No hub writes a name twice, but a row or an answer from elsewhere may.
  @Test func allDigestsOfANameThatStandsTwiceCount() throws {
    let (first, last) = (#"["one",[[5,1]],"00000005"]"#, #"["one",[[6,1]],"00000006"]"#)
    let text = #"[\#(first),["two",[[1,1]],"00000001"],\#(last)]"#
    let hub = HubRows.Hub(revision: 1, name: "hub", digests: text)
    var settled = try #require(SettledChanges(HubRows(hub, settled: [], losses: [])))
    func key(_ number: Int) -> ChangeKey {
      ChangeKey(name: "one", number: number, digest: "0000000\(number)")
    }
    #expect(settled.settled(among: [key(5), key(6), key(7)]) == [key(5), key(6)])
    settled.add(HubNote(key: key(7), after: 6))
    #expect(settled.settled(among: [key(5), key(6), key(7)]).count == 3)
    let digests = try #require(settled.rows(at: 2, of: "hub").hub.digests)
    #expect(try JSONParser.ofMessages.parse(digests).arrayValue?.count == 2)
  }

  /// The digests of the name that was not used for longest go first. Its changes count as settled by their numbers then.
  @Test func aHubRemembersTheLastDigestsOnly() throws {
    var settled = SettledChanges()
    func key(_ name: String, _ number: Int, _ digest: String = "0a1b2c3d") -> ChangeKey {
      ChangeKey(name: name, number: number, digest: digest)
    }
    for number in 1...2 { settled.add(HubNote(key: key("one", number), after: number - 1)) }
    for number in 1...511 { settled.add(HubNote(key: key("two", number), after: number - 1)) }
    #expect(settled.contains(key("one", 1, "ffffffff")))
    #expect(!settled.contains(key("one", 2, "ffffffff")))
    #expect(!settled.contains(key("two", 1, "ffffffff")))
    let rows = settled.rows(at: 1, of: "hub")
    #expect(SettledChanges(rows)?.rows(at: 1, of: "hub") == rows)
    // With the last span of a name, its digests are forgotten.
    for opening in 1...256 {
      settled.add(HubNote(key: key("opening \(opening)", 1), after: 0))
    }
    #expect(!settled.contains(key("two", 511)))
  }

  @Test func aHubThatIsForgottenGoesOnWithItsNotes() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("x"))
      let request = try one.request(sendsChanges: true)
      _ = hub.answer(request)
      let head = hub.list.snapshot.revision
      let settled = try hub.settled(by: head).members
      try hub.list.removeRegisteredSubscriber(SyncRole.hub.subscriber)
      #expect(try hub.list.hubRows() == nil)
      #expect(try hub.settled(by: head).members == settled)
      _ = hub.answer(request)
      #expect(try hub.list.drawing == "xab")
      try one.list.applySynchronously(.insert("y"))
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "yxab")
      #expect(try hub.list.hubRows()?.settled.count == 1)
    }
  }

  /// Its journal has digests of rows that were removed with it. Until it settles something, no rows are expected.
  @Test func aForgottenHubIsRegisteredWhereItsListIs() throws {
    let file = MemoryList()
    var one = try TextDevice(
      TextList(inMemory: MemoryList()), name: "one", coding: .text, limits: SyncLimits())
    try one.list.applySynchronously(.section("ab"))
    try one.synchronize(with: TextHub(TextList(inMemory: file), name: "hub", coding: .text))
    try TextList(inMemory: file).removeRegisteredSubscriber(SyncRole.hub.subscriber)
    try one.list.applySynchronously(.insert("x"))
    let request = try one.request(sendsChanges: true)
    var registered: Set<Revision> = []
    for skipCount in 0..<60 {
      let hub = try TextHub(TextList(inMemory: file), name: "hub", coding: .text)
      file.fail(.before, skipping: skipCount)
      _ = hub.answer(request)
      file.heal()
      let list = try TextList(inMemory: file)
      guard try list.hubRows() == nil else { break }
      registered.formUnion(try list.registeredSubscribers().map(\.revision))
    }
    #expect(registered == [1])
    let list = try TextList(inMemory: file)
    #expect(try list.hubRows()?.hub.revision == 2 && list.drawing == "xab")
  }

  @Test func aHubThatIsForgottenAndThenFailsIsNoDamage() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try hub.list.removeRegisteredSubscriber(SyncRole.hub.subscriber)
      // As the hub does before it commits, and it ends then.
      try hub.list.acknowledge(hub.list.snapshot.revision, by: SyncRole.hub.subscriber)
      let path = files.folder.appending(path: "hub.sqlite").path
      #expect(try SQLiteStore(path: path).check() == [])
      try one.list.applySynchronously(.insert("x"))
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "xab" && one.drawing == "xab")
    }
  }

  @Test func aCopyOfAListHasTheRows() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      let path = { (name: String) in files.folder.appending(path: "\(name).sqlite").path }
      let target = try SQLiteStore(path: path("copy"))
      // It gets another number there.
      _ = try target.list(named: "present")
      let staged = try StagedLists(["list"], of: SQLiteStore(path: path("hub")))
      try staged.copy("list", to: target, as: "list")
      let copy = TextHub(try files.list("copy"), name: "hub", coding: .text)
      #expect(try copy.list.hubRows() == hub.list.hubRows())
      try one.list.applySynchronously(.insert("x"))
      try one.synchronize(with: copy)
      #expect(try copy.list.drawing == "xab")
    }
  }

  // MARK: Earlier formats

  /// A list of the tenth format. Its hub has settled what a device has not heard of:
  ///
  ///     revision   1 section "ab" of "one" 1, with everything   2 "x" of "one" 2   3 of another writer
  @Test(arguments: [false, true])
  func aListOfAnEarlierFormatGoesOnInTheMiddleOfAnExchange(comesWhole: Bool) throws {
    try SyncFiles.with { files in
      let list = try files.list("hub")
      let hub = TextHub(list, name: "hub", coding: .text)
      var one = try files.device("one", opening: "one")
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.section("ab"))
      let section = try settle(
        one.request(sendsChanges: true), as: .section("ab"), in: list, everything: true)
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      #expect(one.takeOutcomes() == [SyncOutcome(revision: section, kind: .confirmed)])
      try one.list.applySynchronously(.insert("x"))
      let request = try one.request(sendsChanges: true)
      let inserted = try settle(request, as: .insert("x"), in: list, everything: false)
      try list.applySynchronously(.insert("h", at: 3))
      try list.acknowledge(0, by: SyncRole.hub.subscriber)
      #expect(try list.hubRows() == nil)

      let new = TextHub(try files.list("hub"), name: "hub", coding: .text)
      #expect(
        try new.settled(by: 3).members["settled"] == [
          ["one", .integer(section - 1), .integer(inserted)]
        ])
      if comesWhole {
        var unknown = try #require(one.request(sendsChanges: false).objectValue)
        (unknown["mark"], unknown["digest"]) = ("none", nil)
        let page = new.answer(unknown.sealed)
        #expect(page["settled"] == [["one", .integer(section - 1), .integer(inserted)]])
        _ = try one.integrate(answer: page)
      }
      // The answer was lost, so the device sends it again.
      try one.synchronize(with: new)
      #expect(try new.list.drawing == "xabh")
      #expect(try one.drawing == "xabh")
      #expect(one.takeOutcomes() == [SyncOutcome(revision: inserted, kind: .confirmed)])
      #expect(try new.list.hubRows() == nil)
      // The next change that is settled writes the tables.
      try one.list.applySynchronously(.insert("y"))
      try one.synchronize(with: new)
      let rows = try #require(try new.list.hubRows())
      #expect(rows.settled.count == 1 && rows.settled.first?.after == section - 1)
      #expect(rows.hub.revision == new.list.snapshot.revision)
      #expect(try new.list.drawing == "yxabh" && one.drawing == "yxabh")
    }
  }

  /// Settles the change of a request as a hub of the tenth format did.
  ///
  /// - Parameter everything: Whether the note has all that is settled.
  /// - Returns: The number of the change.
  private func settle(
    _ request: JSONValue, as changeset: TextChange, in list: TextList, everything: Bool
  ) throws -> Int {
    let change = try #require(try SyncRequest(json: request).changes.last)
    let hub = TextHub(list, name: "hub", coding: .text)
    var note = HubNote(key: change.key, after: change.after)
    note.former = try hub.mark(of: list.snapshot)
    note.items = change.items.map(\.rawValue)
    note.sections = change.sections.map(\.rawValue)
    var json = try #require(note.json.objectValue)
    if everything {
      json["format"] = 1
      json["settled"] = [
        [.string(change.key.name), .integer(change.after), .integer(change.key.number)]
      ]
    }
    try list.applySynchronously(
      changeset, ChangeAnnotation(origin: "one").with(note: .object(json)))
    return change.key.number
  }
}

extension SettledChanges {
  /// Whether a change is settled, if the device asks for no other one.
  fileprivate func contains(_ key: ChangeKey) -> Bool { settled(among: [key]) == [key] }

  /// All that it says, to be compared.
  var members: JSONValue {
    var members: JSONObject = [:]
    addMembers(to: &members)
    return .object(members)
  }
}
