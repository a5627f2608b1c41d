public import RosterComponents
public import RosterJSON

/// A line from the program to the renderer.
package enum WireMessage: Hashable, Sendable {
  /// The first line: the version of the protocol, and the number of the view around all others.
  case greeting(version: Int, root: Int)
  /// One atomic update.
  case frame(number: Int, revision: Int?, edits: [WireEdit])
  /// Something that the renderer is asked for, or to do as if the user did it.
  case question(WireQuestion)
}

/// What a program asks a renderer, to test it. The renderer answers with a line that has the
/// question's number.
public struct WireQuestion: Hashable, Sendable {
  /// What is asked.
  public enum Subject: Hashable, Sendable {
    /// What the renderer shows. The answer is ``WireReport/shown(question:_:)``.
    case shown
    /// Let an event happen to a view, as if the user caused it. The renderer reports the event, and
    /// then that this is done.
    case event(ViewEvent, view: Int, values: [JSONValue])
    /// Give a view the keyboard focus, or take it from all.
    case focus(Int?)
    /// Scroll a view by some points, as if the user did it.
    case scroll(Int, distance: Double)
  }

  /// The number of the question.
  public var number: Int
  /// What is asked.
  public var subject: Subject

  /// Makes a question.
  public init(_ number: Int, _ subject: Subject) {
    self.number = number
    self.subject = subject
  }
}

extension WireMessage {
  /// The line, with its line feed.
  package var line: [UInt8] { json.wireLine }

  private var json: JSONValue {
    switch self {
    case .greeting(let version, let root):
      return ["roster": .number(Double(version)), "root": .view(root)]
    case .frame(let number, let revision, let edits):
      var members: JSONObject = ["frame": .view(number), "edits": .array(edits.map(\.json))]
      members["revision"] = revision.map { .number(Double($0)) }
      return .object(members)
    case .question(let question):
      return .object(question.members)
    }
  }

  init(_ cursor: JSONCursor) throws(WireProblem) {
    let members = try WireProblem.decoding { () throws(JSONDecodingError) in
      try cursor.members()
    }
    if let version = members["roster"] {
      self = try WireProblem.decoding { () throws(JSONDecodingError) in
        .greeting(version: try version.int(), root: try members["root"]?.view() ?? 0)
      }
    } else if let frame = members["frame"] {
      let (number, revision, elements) = try WireProblem.decoding {
        () throws(JSONDecodingError) in
        (
          try frame.view(), try members["revision"]?.int(),
          try members.required("edits").elements()
        )
      }
      var edits: [WireEdit] = []
      edits.reserveCapacity(elements.count)
      for element in elements { edits.append(try WireEdit(element)) }
      self = .frame(number: number, revision: revision, edits: edits)
    } else if members["ask"] != nil {
      self = .question(try WireQuestion(members))
    } else {
      throw WireProblem(
        .invalid, at: "", "expected an object with \"roster\", \"frame\" or \"ask\"")
    }
  }
}

extension WireQuestion {
  fileprivate var members: JSONObject {
    var members: JSONObject = ["id": .view(number)]
    switch subject {
    case .shown: members["ask"] = "shown"
    case .event(let event, let view, let values):
      members["ask"] = "event"
      members["event"] = .string(event.rawValue)
      members["view"] = .view(view)
      if !values.isEmpty { members["values"] = .array(values) }
    case .focus(let view):
      members["ask"] = "focus"
      members["view"] = view.map { .view($0) } ?? .null
    case .scroll(let view, let distance):
      members["ask"] = "scroll"
      members["view"] = .view(view)
      members["by"] = .number(distance)
    }
    return members
  }

  fileprivate init(_ members: JSONCursor.Members) throws(WireProblem) {
    let (kind, number, subject) = try WireProblem.decoding { () throws(JSONDecodingError) in
      let kind = try members.required("ask")
      return (
        kind, try members.required("id").view(), try Self.subject(try kind.string(), members)
      )
    }
    guard let subject else {
      throw WireProblem(
        .version, kind.error("version \(WireHost.version) has no such question"))
    }
    self.init(number, subject)
  }

  private static func subject(
    _ kind: String, _ members: JSONCursor.Members
  ) throws(JSONDecodingError) -> Subject? {
    switch kind {
    case "shown": return .shown
    case "event":
      return .event(
        ViewEvent(rawValue: try members.required("event").string()),
        view: try members.required("view").view(), values: try members["values"]?.array() ?? [])
    case "focus":
      let view = try members.required("view")
      return .focus(view.value == .null ? nil : try view.view())
    case "scroll":
      return .scroll(
        try members.required("view").view(), distance: try members.required("by").number())
    default: return nil
    }
  }
}

extension JSONValue {
  /// The value as a line, with a line feed.
  var wireLine: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
