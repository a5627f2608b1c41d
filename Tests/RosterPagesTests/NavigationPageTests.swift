import RosterCore
import RosterJSON
import RosterNavigation
import RosterTestKit
import Testing

@testable import RosterPages

/// The pages of a navigator, in browsers: their addresses, their history, and the lists that are shown.
@Suite struct NavigationPageTests {
  private func with(
    _ body: (NavigationStand, BrowserWindow) async throws -> Void
  ) async throws {
    let stand = try NavigationStand()
    let window = BrowserWindow(stand)
    try await body(stand, window)
    window.lose()
    await stand.close()
    #expect(stand.open.all == [])
  }

  @Test func addressLeadsToItsPage() async throws {
    try await with { stand, window in
      try window.load("/albums/3/photo/7")
      try await window.settle()
      #expect(
        window.steps == [
          "replace /albums/3/photo/7", "replace /albums", "push /albums/3",
          "push /albums/3/photo/7",
        ])
      #expect(window.greeting["title"] == "photo(7)")
      #expect(window.texts == ["photo(7) 0", "photo(7) 1", "photo(7) 2"])
      #expect(try stand.navigator.state.chain.map(\.route) == [.albums, .album(3), .photo(7)])
      // The page that the user has come from was never shown.
      #expect(window.page.number == 1)
    }
  }

  @Test func backAndForwardAreTheStack() async throws {
    try await with { stand, window in
      try window.load("/")
      try await window.settle()
      try await stand.navigator.perform(.push(.album(1)))
      try await window.settle()
      #expect(window.address == "/albums/1" && window.texts.first == "album(1) 0")
      window.press(-1)
      try window.move()
      try await window.settle()
      #expect(try stand.navigator.state.chain.map(\.route) == [.albums])
      #expect(window.address == "/albums" && window.texts.first == "albums 0")
      window.press(1)
      try window.move()
      try await window.settle()
      #expect(try stand.navigator.state.chain.map(\.route) == [.albums, .album(1)])
      // The program goes back itself: the browser does, too.
      try await stand.navigator.perform(.back)
      try await window.settle()
      #expect(window.steps.last == "go -1" && window.address == "/albums")
    }
  }

  @Test func windowsFollowEachOther() async throws {
    try await with { stand, window in
      let other = BrowserWindow(stand, number: 1)
      try window.load("/albums/1")
      try await window.settle()
      try other.load("/help")
      try await other.settle()
      try await window.settle()
      #expect(window.address == "/help" && other.address == "/help")
      #expect(try window.agrees && other.agrees)
      other.lose()
    }
  }

  @Test func notesAreShownInAllWindows() async throws {
    try await with { stand, window in
      let other = BrowserWindow(stand, number: 1)
      for window in [window, other] {
        try window.load("/albums")
        try await window.settle()
      }
      stand.site.tell("sunset")
      for window in [window, other] {
        try await window.settle()
        #expect(window.notices == ["sunset"])
      }
      other.lose()
    }
  }

  @Test func pageKeepsItsNameWhenTheUserComesBack() async throws {
    try await with { stand, window in
      try window.load("/albums")
      try await window.settle()
      let key = window.key
      try await stand.navigator.perform(.push(.album(1)))
      try await window.settle()
      #expect(window.key != key)
      try await stand.navigator.perform(.back)
      try await window.settle()
      #expect(window.key == key)
    }
  }

  @Test func whatIsSaidToTheListBeforeIsIgnored() async throws {
    try await with { stand, window in
      try window.load("/albums")
      try await window.settle()
      let key = window.key
      window.keepsSilent = true
      try await stand.navigator.perform(.push(.album(1)))
      while window.key == key { try await window.takeOne() }
      // What the page has said before it knew.
      try window.send(["window": ["first": 0, "count": 3], "shown": 1])
      try window.send(["id": 1, "undo": true])
      try window.send(["hello": [1], "count": 20, "page": 1])
      window.keepsSilent = false
      try window.greet()
      try await window.settle()
      #expect(try window.agrees)
    }
  }

  @Test func pageThatCannotBeOpenedSaysSoAndIsTriedAgain() async throws {
    try await with { stand, window in
      try window.load("/broken")
      try await window.settle()
      #expect(window.fault?.contains("it is broken") == true)
      try window.reload()
      try await window.settle()
      #expect(window.fault?.contains("it is broken") == true)
      try await stand.navigator.perform(.select(tab: "help"))
      try await window.settle()
      #expect(window.fault == nil && window.texts.first == "help 0")
    }
  }

  @Test func addressOfNoPageLeadsBack() async throws {
    try await with { stand, window in
      try window.load("/albums/4")
      try await window.settle()
      try window.follow("/nowhere")
      try await window.settle()
      #expect(window.refusals == ["no page has an address with this segment 1"])
      #expect(window.address == "/albums/4")
      #expect(try window.agrees)
    }
  }

  @Test func sectionsThatAreGridsAreNamed() async throws {
    let stand = try Stand()
    try await stand.fill([3, 40])
    let source = try stand.feed.source
    var present = source.present
    present.columnWidth = { $0 == 1 ? 220 : nil }
    func columns(_ slots: Range<Int>) throws -> (JSONValue?, JSONValue?) {
      let draft = UpdateDraft(
        number: 1, feed: try stand.feed, turn: 0, present: present,
        shown: RowSlots(present.state), slots: slots, wantedFirst: 0, aboveCount: 0, place: nil,
        former: SentRows())
      let rows = try draft.rows().window
      let update = try JSONParser().parse(
        UpdateMessage(draft, rows, sticky: nil, try present.contents(rows)).bytes)
      return (update["columns"], update["index"])
    }
    // The first section has the slots 0 to 4, the second one begins with its header.
    #expect(try columns(0..<4) == (nil, nil))
    #expect(try columns(2..<12) == (["1": 220], 1))
    #expect(try columns(5..<12) == (["1": 220], nil))
    #expect(try columns(13..<20) == (["1": 220], 7))
    await stand.close()
  }

  /// The page cannot say yet which entry stands before the new one.
  @Test func entryThatIsMadeBeforeTheFirstAnswerBeginsAVisit() async throws {
    try await with { stand, window in
      try window.load("/albums")
      try await window.settle()
      try window.load("/albums/1")
      try window.type("/help")
      try await window.settle()
      #expect(try window.agrees)
      #expect(window.places.map(\.address) == ["/albums", "/albums/1", "/help"])
      window.press(-1)
      try await window.settle()
      #expect(try window.agrees)
      #expect(window.address == "/albums/1")
    }
  }

  @Test func linkAddsOneEntry() async throws {
    try await with { stand, window in
      try window.load("/albums")
      try await window.settle()
      try window.follow("/albums/1")
      try await window.settle()
      #expect(window.places.map(\.address) == ["/albums", "/albums/1"])
      #expect(try window.agrees)
    }
  }

  @Test func documentsAreServedAtTheAddressesOfPages() async throws {
    try await with { stand, _ in
      for (path, status) in [
        ([], 200), (["albums", "3"], 200), (["@help", "albums"], 200),
        (["albums", "3", "~", "help"], 200), (["nowhere"], 404), (["assets", "x"], 404),
        (["lists", "x"], 404), (["feed"], 404),
        (["@nowhere", "albums"], 404),
      ] as [([String], Int)] {
        #expect(await stand.site.respond(to: SiteRequest(path: path)).status == status, "\(path)")
      }
    }
  }

  @Test func messagesThatCannotBeEndTheSession() async throws {
    try await with { stand, _ in
      for message in [
        ["hello": [1], "count": 3], ["shown": 1], ["landed": ["address": "/"]], ["loaded": [:]],
        ["loaded": ["address": "/"]], ["open": "/"], ["open": [:], "visit": 1],
        ["loaded": ["address": "/", "entry": ["index": 1]], "visit": 1],
      ] as [JSONValue] {
        let session = try stand.site.openSession(at: ["feed"])
        let error = #expect(throws: PageError.self) { try session.receive(message.bytes) }
        #expect(error?.code == .malformed, "\(message.canonicalText)")
        session.close()
      }
    }
  }

  /// What a page gives back may be anything.
  @Test func memoryIsNotBelieved() async throws {
    try await with { stand, _ in
      let memories = [
        "", "[]", #"{"addresses":[],"others":{},"visit":1,"wanted":[],"target":7}"#,
        #"{"addresses":[null],"others":{"9":[]},"visit":9007199254740991,"wanted":["/help"]}"#,
      ]
      for memory in memories {
        for index in [0, 1, 9_999, 1_000_000] {
          let session = try stand.site.openSession(at: ["feed"])
          let place: JSONValue = [
            "entry": ["visit": 9, "index": .number(Double(index))], "address": "/albums/2",
          ]
          try session.receive(
            JSONValue.object(["following": place, "visit": 1, "memory": .string(memory)]).bytes)
          try session.receive(JSONValue.object(["landed": place, "visit": 2]).bytes)
          #expect(await session.nextMessage() != nil)
          session.close()
        }
      }
    }
  }

  private static let addresses = [
    "/albums", "/albums/1", "/albums/2/photo/3", "/help", "/help/1/~/albums/2", "/nowhere",
    "/broken",
  ]

  @Test(arguments: 1..<65 as Range<UInt64>)
  func backButtonAddressAndPageAreTheStack(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    try await with { stand, first in
      var windows = [first]
      try first.load("/albums/1")
      for step in 0..<40 {
        let address = Self.addresses[random.index(below: Self.addresses.count)]
        let window = windows[random.index(below: windows.count)]
        switch random.index(below: 25) {
        case 0..<6: try await stand.navigator.perform(.push(.photo(random.index(below: 4))))
        case 6..<8: _ = try? await stand.navigator.perform(.back)
        case 8: try await stand.navigator.perform(.select(tab: "help"))
        case 9: try await stand.navigator.perform(.present(.album(9)))
        case 10..<13: window.press(-1)
        case 13: window.press(1)
        case 14: try window.follow(address)
        case 24: try window.type(address)
        case 15: try window.load(address)
        case 16: try window.reload()
        case 17..<19:
          window.lose()
          // The user moves while there is no connection.
          if random.happens(percent: 50) {
            window.press(-1)
            try window.move()
          }
          if window.session == nil { try window.connect() }
        case 19:
          for window in windows { window.lose() }
          try await stand.restart()
          for window in windows { try window.connect() }
        case 20 where windows.count < 3:
          let window = BrowserWindow(stand, number: windows.count)
          try window.load(address)
          windows.append(window)
        default: try window.move()
        }
        // Not always, so that things happen while messages are under way.
        guard random.happens(percent: 50) else { continue }
        // What one window goes to, the others follow.
        var rounds = 0
        repeat {
          rounds += 1
          for window in windows { try await window.settle() }
        } while try rounds < 8 && !windows.allSatisfy { try $0.agrees }
        for window in windows where try !window.agrees {
          let path = try stand.navigator.state.path
          Issue.record("\(window.outline): not at \(path); seed \(seed), step \(step)")
          return
        }
      }
      for window in windows { window.lose() }
    }
  }
}
