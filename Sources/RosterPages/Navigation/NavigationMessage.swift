internal import Foundation
internal import RosterJSON
internal import RosterNavigation

/// What a page says of the history of its browser, and what else goes to the list that it shows.
enum NavigationMessage {
  /// An entry of the browser's history, with what the application has noted there.
  struct Place {
    var entry: BrowserHistory.Entry?
    var address: String
    /// A number that no earlier visit of the window has had.
    var visit: Int
    /// Counts what the page has said of its place.
    var number: Int
    /// The history as the page knows it.
    var memory: BrowserHistory?
  }

  /// The page was loaded.
  case loaded(Place)
  /// The browser is at another entry.
  case landed(Place)
  /// The page goes on over a new connection.
  case following(Place)
  /// The user has followed a link to an address.
  case open(String)
  /// The first message to the list of a page.
  case hello(page: Int)
  /// Any other message to the list.
  case other

  /// Reads a message. What it says to a list is read by the session of the list.
  ///
  /// - Throws: A `PageError` that says what is wrong with it.
  init(_ bytes: [UInt8]) throws(PageError) {
    guard bytes.count <= PageLimits.messageByteCountMax else {
      throw PageError(
        .tooLarge, "a message has at most \(PageLimits.messageByteCountMax) bytes")
    }
    do {
      let members = try JSONCursor(JSONParser(depthMax: 32).parse(bytes)).members()
      if let loaded = members["loaded"] {
        self = .loaded(try loaded.place(in: members))
      } else if let following = members["following"] {
        self = .following(try following.place(in: members))
      } else if let landed = members["landed"] {
        self = .landed(try landed.place(in: members))
      } else if let address = members["open"] {
        self = .open(try address.string())
      } else if members["hello"] != nil {
        self = .hello(page: try members.required("page").int())
      } else {
        self = .other
      }
    } catch let error as JSONParseError {
      throw PageError(
        .malformed, "a message is not JSON: \(error.messageWithPath.shortened(byteCountMax: 200))")
    } catch {
      throw PageError(
        .malformed, "a message is not understood: \("\(error)".shortened(byteCountMax: 200))")
    }
  }
}

extension JSONCursor {
  fileprivate func place(
    in message: Members
  ) throws(JSONDecodingError) -> NavigationMessage.Place {
    let members = try members()
    let entry = try members["entry"].flatMap { cursor throws(JSONDecodingError) in
      cursor.value == .null ? nil : try cursor.entry()
    }
    return NavigationMessage.Place(
      entry: entry, address: try members.required("address").string(),
      visit: try message.required("visit").int(), number: try message["number"]?.int() ?? 0,
      memory: message["memory"]?.value.stringValue.flatMap(BrowserHistory.init(memory:)))
  }

  private func entry() throws(JSONDecodingError) -> BrowserHistory.Entry {
    let members = try members()
    return BrowserHistory.Entry(
      visit: try members.required("visit").int(), index: try members.required("index").int())
  }
}

extension BrowserHistory {
  /// Reads what a page has kept; `nil` if that is no history.
  fileprivate init?(memory: String) {
    guard let history = try? JSONDecoder().decode(Self.self, from: Data(memory.utf8)) else {
      return nil
    }
    self = history
  }

  /// What a page keeps, and gives back on a new connection: so a server that was killed goes on with the
  /// history of each window.
  var memory: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The message that has a page carry out steps, and keep the history.
  ///
  /// - Parameter number: That of the place from which the steps lead.
  func message(_ steps: [Step], number: Int, refused: String?) -> [UInt8] {
    var members: JSONObject = [
      "history": .array(steps.map(\.json)), "memory": .string(memory),
      "number": .number(Double(number)),
    ]
    members["refused"] = refused.map { .string($0) }
    return JSONValue.object(members).bytes
  }
}

extension BrowserHistory.Step {
  fileprivate var json: JSONValue {
    switch self {
    case .push(let entry, let address): ["push": entry.json, "address": .string(address)]
    case .replace(let entry, let address): ["replace": entry.json, "address": .string(address)]
    case .go(let count): ["go": .number(Double(count))]
    }
  }
}

extension BrowserHistory.Entry {
  fileprivate var json: JSONValue {
    ["visit": .number(Double(visit)), "index": .number(Double(index))]
  }
}
