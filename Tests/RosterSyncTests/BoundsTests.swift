import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore
import RosterTestKit
import Testing

@testable import RosterSync

/// What messages, notes and lists hold at most.
@Suite struct BoundsTests {
  private typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

  // MARK: Numbers

  /// A hub adds the parts that are lost on its way to those that a device says.
  @Test func aNumberThatTheHubCouldNotReadAgainIsRefused() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abcd"))
      try one.synchronize(with: hub)
      let changes = TextChange {
        for item in 0..<4 { $0.updateItem(at: ItemPath(section: 0, item: item), "u\(item)") }
        $0.insertItems(["x", "y", "z"], at: ItemPath(section: 0, item: 4))
      }
      try one.list.applySynchronously(changes)
      for _ in 0..<2 { try hub.list.applySynchronously(.remove(0)) }
      let request = try one.request(sendsChanges: true)
      let revision = hub.list.snapshot.revision
      for (member, value) in [
        ("lost", JSONValue.number(0x1p53)), ("lost", .number(0x1p53 - 1)),
        ("lost", .number(0x1p33)),
        ("items", [[.number(0x1p53), 3]]), ("items", [[.number(0x1p53 - 2), 3]]),
      ] {
        var message = try #require(request.objectValue)
        var change = try #require(message["changes"]?.arrayValue?.first?.objectValue)
        change[member] = value
        message["changes"] = [.object(change)]
        message["digest"] = nil
        #expect(hub.answer(message.sealed)["refused"] != nil)
        #expect(hub.list.snapshot.revision == revision)
      }
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  /// A note is read before it is written, whatever the bounds of messages are.
  @Test func aNoteThatCannotBeReadIsNotWritten() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var note = HubNote(key: ChangeKey(name: "one", number: 1), after: 0)
      note.lostCount = (1 << 53) + 2
      #expect(throws: SyncError.self) {
        _ = try HubNote(ChangeAnnotation().with(note: note.json))
      }
      note.lostCount = 3
      #expect(try HubNote(ChangeAnnotation().with(note: note.json))?.lostCount == 3)
      #expect(hub.list.snapshot.revision == 0)
    }
  }

  // MARK: Names

  @Test func namesOfDevicesAreBounded() throws {
    try SyncFiles.with { files in
      let longest = String(repeating: "n", count: SyncBounds.nameByteCountMax)
      #expect(throws: SyncError.self) { try files.device("one", opening: longest + "n") }
      let hub = try files.hub()
      var one = try files.device("one", opening: longest)
      try one.list.applySynchronously(.section("ab"))
      let request = try one.request(sendsChanges: true)
      var message = try #require(request.objectValue)
      message["names"] = [.string(longest + "n")]
      message["digest"] = nil
      #expect(hub.answer(message.sealed)["refused"] != nil)
      #expect(hub.list.snapshot.revision == 0)
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "ab")
    }
  }

  @Test func aReasonIsCut() {
    #expect(SyncBounds.reason("short") == "short")
    let cut = SyncBounds.reason(String(repeating: "é", count: 400))
    #expect(cut.utf8.count <= SyncBounds.reasonByteCountMax && cut.hasSuffix("é…"))
  }

  // MARK: Depth

  private static func list(at path: String) throws -> JSONList {
    let storage = try #require(try SQLiteStore(path: path).list(named: "list"))
    return try JSONList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  /// Arrays in each other.
  private static func nested(_ depth: Int) -> JSONValue {
    (1..<depth).reduce([]) { inner, _ in [inner] }
  }

  /// A model, a state or user info of as many levels as a list takes goes to the hub and to others, who open
  /// their files again.
  @Test(arguments: [500, 505, 506, 507, 509, 511, 512])
  func whatAListTakesIsSynchronized(_ depth: Int) throws {
    try SyncFiles.with { files in
      func device(_ file: String, _ name: String) throws -> SyncDevice<JSONValue, JSONValue, Never>
      {
        try SyncDevice(files.jsonList(file), name: name, coding: .json, limits: SyncLimits())
      }
      func synchronize(_ name: String, _ file: String, _ turn: Int) throws {
        var device = try device(file, "\(name) \(turn)")
        let hub = SyncHub(try files.jsonList("hub"), name: "hub", coding: .json)
        _ = try device.integrate(answer: hub.answer(device.request(sendsChanges: false)))
        while try device.hasChangesToSend {
          let request = try device.request(sendsChanges: true)
          _ = try device.integrate(answer: hub.answer(request))
        }
        #expect(try device.damage() == nil)
      }
      do {
        let one = try device("one", "one 0")
        try one.list.applySynchronously(
          Changeset {
            $0.insertSection(at: 0)
            $0.insertItem(Self.nested(depth), at: ItemPath(section: 0, item: 0))
          }, ChangeAnnotation(userInfo: ["deep": Self.nested(depth - 1)]))
      }
      for turn in 1...2 {
        try synchronize("one", "one", turn)
        try synchronize("two", "two", turn)
        try device("two", "edit \(turn)").list.applySynchronously(
          Changeset { $0.insertItem(.string("\(turn)"), at: ItemPath(section: 0, item: 0)) })
      }
      for turn in 3...4 {
        try synchronize("two", "two", turn)
        try synchronize("one", "one", turn)
      }
      for file in ["hub", "one", "two"] {
        let contents = try files.jsonList(file).snapshot.contents()
        #expect(contents.sections.map(\.items) == [["2", "1", Self.nested(depth)]])
      }
    }
  }

  /// What is deeper can be kept as user info, but not sent: it stays on the device, and is named.
  @Test func userInfoThatIsTooDeepStaysOnTheDevice() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(
        .insert("c"), ChangeAnnotation(userInfo: ["deep": Self.nested(SyncBounds.depthMax)]))
      try one.synchronize(with: hub)
      try hub.list.applySynchronously(.insert("h", at: 2))
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "abh")
      #expect(try one.drawing == "cabh")
      guard case .unsent(let reason)? = one.unsent?.kind else {
        Issue.record("it was sent")
        return
      }
      #expect(reason.contains("512 levels"))
      var again = try files.device("one", opening: "one 2")
      #expect(try again.damage() == nil && again.unsent != nil)
      #expect(try again.discard(#require(again.unsent?.revision)))
      #expect(try again.drawing == "abh")
    }
  }

  /// What cannot be read again is not written.
  @Test func whatIsTooDeepIsRefusedByTheList() throws {
    try SyncFiles.with { files in
      let list = try files.jsonList("list")
      #expect(throws: DataSourceError.self) {
        try list.applySynchronously(
          Changeset {
            $0.insertSection(at: 0)
            $0.insertItem(Self.nested(513), at: ItemPath(section: 0, item: 0))
          })
      }
      #expect(throws: DataSourceError.self) {
        try list.applySynchronously(Changeset { $0.insertSection(at: 0, Self.nested(600)) })
      }
      let error = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(
          Changeset { $0.insertSection(at: 0) },
          ChangeAnnotation(userInfo: ["deep": Self.nested(JSONParser.rowDepthMax)]))
      }
      #expect("\(String(describing: error))".contains("levels of arrays and objects"))
      #expect(list.snapshot.revision == 0)
      // It goes on, and takes what can be read again.
      try list.applySynchronously(
        Changeset { $0.insertSection(at: 0, Self.nested(512)) },
        ChangeAnnotation(userInfo: ["deep": Self.nested(JSONParser.rowDepthMax - 1)]))
      let again = try files.jsonList("list")
      #expect(try again.snapshot.sectionModel(at: 0) == Self.nested(512))
      try again.forEachAnnotation(upTo: 1) { _, annotation in
        #expect(annotation.userInfo["deep"] == Self.nested(JSONParser.rowDepthMax - 1))
        return false
      }
    }
  }

  /// A model that is in itself again and again.
  private indirect enum Chain: Codable, Sendable, Equatable {
    case end
    case link(Chain)

    /// An object for each link, and one with an object for the value of the case.
    static func links(_ count: Int) -> Chain {
      (0..<count).reduce(.end) { inner, _ in .link(inner) }
    }
  }

  @Test func aCodableModelThatCouldNotBeReadIsNotWritten() throws {
    let codec = JSONModelCodec<Chain>()
    let deepest = try #require(
      (1...400).last { (try? codec.encode(Chain.links($0))) != nil })
    #expect(try codec.decode(codec.encode(Chain.links(deepest))) == Chain.links(deepest))
    #expect(deepest > 200 && deepest < 400)
    let error = #expect(throws: StorageError.self) { try codec.encode(Chain.links(deepest + 1)) }
    #expect(error?.code == .unencodable)
  }

  @Test func aStateOfALogIsNotDeeperThanARow() throws {
    func state(_ depth: Int) throws -> LoggedState {
      try LoggedState(
        JSONCursor(["item": [0, 0], "scope": "Draft", "value": Self.nested(depth)]))
    }
    let logged = try state(512)
    #expect(logged.state.flatMap { JSONState($0.stored) } == logged.state)
    #expect(throws: JSONDecodingError.self) { try state(513) }
  }

  // MARK: Answers

  /// A hub says that the list is empty, under the revision and the mark that the device has.
  @Test(arguments: [false, true])
  func anotherListUnderTheSameMarkIsRefused(_ isAskedFor: Bool) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("abc"))
      var one = try files.device("one")
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.update(1, "x"))
      let request = try one.request(sendsChanges: true)
      let lie: JSONObject = [
        "sync": 1, "hub": "hub", "revision": .integer(one.hubRevision),
        "mark": try #require(request["mark"]), "whole": [], "start": [0, 0], "settled": [],
      ]
      if isAskedFor {
        var unfit: JSONObject = lie
        (unfit["whole"], unfit["start"], unfit["settled"]) = (nil, nil, nil)
        unfit["revisions"] = [["changeset": ["removeItems": [[7, 7]]]]]
        unfit["revision"] = .integer(one.hubRevision + 1)
        #expect(throws: SyncError.self) { try one.integrate(answer: unfit.sealed) }
      }
      #expect(throws: SyncError.self) { try one.integrate(answer: lie.sealed) }
      #expect(try one.drawing == "axc")
      try one.synchronize(with: hub)
      #expect(try one.drawing == "axc")
      #expect(try hub.list.drawing == "axc")
    }
  }

  /// A hub says another number with the list and its mark; the device takes that of the honest one.
  @Test func aWrongRevisionUnderTheRightMarkIsMended() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("abc"))
      var one = try files.device("one")
      try one.synchronize(with: hub)
      var asking = try #require(one.request(sendsChanges: false).objectValue)
      (asking["mark"], asking["digest"]) = ("none", nil)
      var lie = try #require(hub.answer(asking.sealed).objectValue)
      (lie["revision"], lie["digest"]) = (0, nil)
      try one.list.applySynchronously(.update(1, "x"))
      _ = try one.integrate(answer: lie.sealed)
      try one.synchronize(with: hub)
      #expect(try one.hubRevision == 2 && hub.list.drawing == "axc")
    }
  }

  /// Answers of a hub that never gets further.
  @Test(arguments: StandingStill.allCases)
  func aHubThatMakesNoProgressEndsTheSynchronization(_ kind: StandingStill) async throws {
    let folder = try TemporaryFolder()
    let list = try Self.list(at: folder.path(of: "list.sqlite"))
    let device = try SyncedList(list, with: kind, coding: .json)
    await #expect(throws: SyncError.self) { try await device.synchronize() }
    #expect(list.snapshot.itemCount == 0)
  }

  enum StandingStill: CaseIterable, SyncTransport {
    case more, samePage, backwards, beginsAgain, emptyPage

    func exchange(_ request: JSONValue) async throws -> JSONValue {
      var answer: JSONObject = [
        "sync": 1, "hub": "hub", "revision": 9, "mark": "m", "start": [0, 0],
      ]
      let path = request["page"]?["path"] ?? [0, 0]
      switch self {
      case .more:
        answer["revision"] = request["after"]
        answer["mark"] = request["mark"]
        answer["revisions"] = []
        answer["last"] = false
      case .samePage: answer = page(answer, at: path, ["a"], next: path)
      case .backwards: answer = page(answer, at: path, ["a", "b"], next: [0, 1])
      case .emptyPage: answer = page(answer, at: path, [], next: [0, 1])
      case .beginsAgain:
        answer = page(answer, at: [0, 0], ["a"], next: [0, 1])
        answer["mark"] = request["page"]?["mark"] == "m" ? "n" : "m"
      }
      return answer.sealed
    }

    private func page(
      _ answer: JSONObject, at start: JSONValue, _ items: [JSONValue], next: JSONValue
    ) -> JSONObject {
      var answer = answer
      answer["whole"] = [[.null, .array(items)]]
      answer["start"] = start
      answer["next"] = next
      return answer
    }
  }

  /// A revision that is far larger than a message comes as the list whole, in pages.
  @Test func aRevisionThatIsTooLargeForAMessageComesInPages() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.messageByteCountMax = 100
      limits.changeByteCountMax = 100
      let hub = try files.hub(limits)
      let letters = String((0..<2_000).map { _ in Character("x") })
      try hub.list.applySynchronously(.section(letters))
      var one = try files.device("one")
      let answer = try hub.answer(one.request(sendsChanges: false))
      #expect(answer["whole"] != nil && answer.canonicalText.utf8.count < 1_000)
      try one.synchronize(with: hub)
      #expect(try one.drawing == letters)
    }
  }
}
