import RosterComponents
import RosterJSON
import RosterMounting
import RosterRecordingHost
import Testing

/// What a renderer takes from a program.
@Suite("RemoteViews")
struct RemoteViewsTests {
  private let recording = RecordingHost()
  private let views: RemoteViews<RecordingHost>

  init() {
    views = RemoteViews(
      in: recording.container, of: recording,
      limits: WireLimits(lineByteCountMax: 1_000, viewCountMax: 4, depthMax: 2))
  }

  private func error(_ lines: String...) -> WireError? {
    for line in lines {
      do { _ = try views.take(line.utf8) } catch { return error }
    }
    return nil
  }

  private static let greeting = #"{"root":0,"roster":1}"#
  private static let row =
    #"{"frame":1,"edits":[["make",1,"row"],["place",1,0,null],["make",2,"label"],["place",2,1,null]]}"#

  @Test func unknownMembersAndClassesAreNoErrors() {
    let error = error(
      #"{"roster":1,"root":0,"theme":"dark"}"#,
      #"{"frame":1,"later":true,"edits":[["make",1,"hologram"],["place",1,0,null]]}"#)
    #expect(error == nil)
    #expect(recording.picture().map(\.className) == ["hologram"])
  }

  @Test(arguments: [
    (#"["make",1,"row"]"#, "[1]: there is a view 1 already", WireError.Code.inconsistent),
    (#"["make",3]"#, ": expected 3 elements", .invalid),
    (#"["make","x","row"]"#, "[1]: expected an integer of at most 53 bits", .invalid),
    (#"["morph",1]"#, "[0]: version 1 has no such edit", .version),
    (#"[]"#, ": expected an array that begins with a name", .invalid),
    (#"["set",7,"text","a"]"#, "[1]: there is no view 7", .inconsistent),
    (#"["set",0,"text","a"]"#, "[1]: the root is not to be changed", .inconsistent),
    (#"["unset",1,"text"]"#, "[2]: view 1 has no such attribute", .inconsistent),
    (#"["frame",1,[1,2,"3",4]]"#, "[2][2]: expected a number", .invalid),
    (#"["accessibility",1,{"label":1}]"#, "[2]: label: expected a string", .invalid),
    (#"["events",1,["tap",1]]"#, "[2][1]: expected a string", .invalid),
    (#"["place",2,0,null]"#, "[2]: view 2 is not to be placed there", .inconsistent),
    (#"["place",1,9,null]"#, "[2]: there is no view 9", .inconsistent),
    (#"["place",1,0,2]"#, "[3]: view 2 is no other view in view 0", .inconsistent),
    (#"["show",1]"#, "[1]: view 1 is shown already", .inconsistent),
    (#"["letGo",1,[]]"#, "[2]: expected the 1 views within view 1", .inconsistent),
    (#"["leavePool",[5]]"#, "[1]: there is no view 5", .inconsistent),
  ])
  func wrongEditNamesItsPath(_ edit: String, _ words: String, _ code: WireError.Code) {
    let error = error(Self.greeting, Self.row, #"{"frame":2,"edits":[["hide",2],\#(edit)]}"#)
    #expect(error?.description == "line 3, edits[1]" + words)
    #expect(error?.code == code)
    #expect(views.frameNumber == 1)
    // Nothing is known of what is shown, so nothing more is taken.
    #expect(self.error(#"{"frame":2,"edits":[]}"#) == error)
  }

  @Test(arguments: [
    ([#"{"roster":2,"root":0}"#], "line 1, roster: the program speaks version 2"),
    ([#"{"frame":1,"edits":[]}"#], #"line 1: expected the line with "roster" first"#),
    ([greeting, greeting], "line 2, roster: the session has begun already"),
    ([greeting, #"{"frame":2,"edits":[]}"#], "line 2, frame: expected frame 1, not 2"),
    ([greeting, #"{"frame":1}"#], #"line 2: there is no "edits""#),
    ([greeting, #"{"ask":"why","id":1}"#], "line 2, ask: version 1 has no such question"),
    ([greeting, #"{}"#], #"line 2: expected an object with "roster", "frame" or "ask""#),
    ([greeting, String(repeating: " ", count: 1_001)], "line 2: more than 1000 bytes"),
  ])
  func wrongLineIsRefused(_ lines: [String], _ words: String) {
    var found: WireError?
    for line in lines { found = found ?? error(line) }
    #expect(found?.description.hasPrefix(words) == true, "\(found?.description ?? "none")")
  }

  @Test func limitsHold() {
    let many = (1...5).map { #"["make",\#($0),"a"]"# }.joined(separator: ",")
    let error = error(Self.greeting, #"{"frame":1,"edits":[\#(many)]}"#)
    #expect(error?.description == "line 2, edits[4]: more than 4 views, which is the limit")
  }

  @Test(arguments: [2, 1])
  func numberIsGivenOnce(_ number: Int) {
    let error = error(
      Self.greeting, Self.row, #"{"frame":2,"edits":[["letGo",1,[2]],["make",\#(number),"row"]]}"#)
    #expect(error?.description == "line 3, edits[1][1]: view \(number) is made after view 2")
    #expect(error?.code == .inconsistent)
  }

  @Test func depthIsLimited() {
    let error = error(
      Self.greeting, Self.row, #"{"frame":2,"edits":[["make",3,"a"],["place",3,2,null]]}"#)
    #expect(error?.code == .limit)
  }

  @Test func viewsWithinAreLetGoFromTheOutside() {
    let deep = RemoteViews(in: recording.container, of: recording)
    func error(_ line: String) -> WireError? {
      do { _ = try deep.take(line.utf8) } catch { return error }
      return nil
    }
    #expect(error(Self.greeting) == nil && error(Self.row) == nil)
    let third = #"{"frame":2,"edits":[["make",3,"icon"],["place",3,2,null],["letGo",1,[3,2]]]}"#
    #expect(
      error(third)?.description
        == "line 3, edits[2][2][0]: the view around view 3 comes after it")
    #expect(recording.existingViews.count == 3)
  }

  @Test func questionsAreHandedOn() throws {
    _ = error(Self.greeting)
    #expect(try views.take(#"{"ask":"shown","id":1}"#.utf8) == WireQuestion(1, .shown))
    let event = WireQuestion(2, .event(.change, view: 1, values: ["x"]))
    let scroll = WireQuestion(3, .scroll(1, distance: -4))
    let focus = WireQuestion(4, .focus(nil))
    for question in [event, scroll, focus] {
      #expect(try views.take(WireHost().line(asking: question).dropLast()) == question)
    }
  }

  @Test func whatTheUserScrolledIsTheOldValue() throws {
    _ = error(Self.greeting, Self.row, #"{"frame":2,"edits":[["set",1,"offset",10]]}"#)
    let view = try #require(views.view(1))
    let line = try #require(views.line(reportingOffset: 30, of: view))
    #expect(
      String(decoding: line, as: UTF8.self) == #"{"frame":2,"offset":30,"scrolled":1}"# + "\n")
    #expect(error(#"{"frame":3,"edits":[["unset",1,"offset"]]}"#) == nil)
    // The recording host did not scroll itself.
    #expect(recording.faults == ["unset: offset of \(view.number) had another value"])
  }
}
