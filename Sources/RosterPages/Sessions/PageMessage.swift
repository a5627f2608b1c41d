internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// What a page says.
enum PageMessage {
  /// The first message.
  case hello(Hello)
  /// The rows that the page wants from now on.
  case window(WindowRequest)
  /// The number of the last update that the page shows.
  case shown(Int)
  /// Which rows the page wants, and in which order.
  case query(RowQuery)
  case fold(FoldRequest)
  case question(id: Int, PageQuestion)
  /// A question whose answer is not wanted any more.
  case cancel(id: Int)

  struct Hello {
    var versions: [Int]
    var first: Int
    var count: Int
    /// The revision that the page shows, if it has shown the list before.
    var revision: Revision?
    /// The row that is to stay where it is.
    var place: PagePlace?
    /// Which rows the page wants; `nil` for all. Slots and revision are then those of the query.
    var query: RowQuery?
    var folding = Folding()
  }

  struct WindowRequest {
    var first: Int
    var count: Int
    /// The row with which the window moves; `nil` if it stays at its slots.
    var anchor: PagePlace?
    /// The update to which the slots belong.
    var shown: Int?
  }

  struct FoldRequest {
    /// Which sections the page folds.
    var folding: Folding
    /// The row that stays where it is; `nil` for the one with which the window moves.
    var kept: TreeID?
    /// The update to which the sections belong.
    var shown: Int?
  }
}

/// A row, and the slot in which the page has it.
struct PagePlace: Hashable {
  var row: TreeID
  var slot: Int
}

/// A question of a page.
enum PageQuestion {
  case find(ListSearch, from: TreeID?, ListSearch.Direction)
  /// How many items match, and which of the matches a row is.
  case count(ListSearch, of: TreeID?)
  case seek(SeekTarget)
  case model(TreeID)
  case copy(CopyRequest)
  /// An undo or redo. With revisions, only of these.
  case step(HistoryDirection, takingBack: [Revision]?)
  /// What an undo or redo would take back.
  case foresee(HistoryDirection)
  case event(PageEvent)

  enum SeekTarget {
    /// The item with so many items before it.
    case item(Int)
    case row(TreeID)
    case slot(Int)
  }
}

/// Rows as text.
struct CopyRequest {
  enum Format: String {
    /// What people read in the rows.
    case text
    /// The models: of one row its own, otherwise an array with a line for each.
    case json
    case csv, tsv
  }

  /// The first and the last row, in any order; `nil` for the whole list.
  var ends: (TreeID, TreeID)?
  var format = Format.text
  /// Which models are wanted; `nil` for all.
  var search: ListSearch?
}

/// What a page may ask for at most.
enum PageLimits {
  /// The bytes of a message.
  static let messageByteCountMax = 262_144
  /// The rows of a window.
  static let windowRowCountMax = 1_000
  /// The rows that a page comes with, before it says how many it wants: those of a large screen.
  static let firstRowCount = 30
  /// The questions, except for events, that are open at a time.
  static let openQuestionCountMax = 8
  /// The events that are performed at a time.
  static let openEventCountMax = 64
  /// The answers that wait for a page that does not read.
  static let waitingAnswerCountMax = 128
  /// The updates that a page has not acknowledged.
  static let unshownUpdateCountMax = 2
  /// The bytes of an update.
  static let updateByteCountMax = 1 << 20
  /// The bytes of a text that is searched.
  static let searchedByteCountMax = 1_024
  /// The sections that are folded, or are not where all others are.
  static let foldedSectionCountMax = 1_000
  /// The foldings between other requests that wait for a page that does not read.
  static let waitingFoldCountMax = 64
  /// The bytes of a query, as canonical JSON.
  static let queryByteCountMax = 8_192
  /// The bytes of a copy.
  static let copiedByteCountMax = 64 << 20
  /// The bytes of a copy of a whole list, which a browser writes to a file.
  static let exportedByteCountMax = 1 << 30
  /// The rows that are looked at for a part of a copy.
  static let copiedPartRowCountMax = 4_096
  /// The bytes of a part of a copy, in which they may be escaped.
  static let copiedPartByteCountMax = 1 << 16
  /// The bytes of a whole model.
  static let answerByteCountMax = 4 << 20
  /// The number of revisions through which a row is followed for a page that was away.
  static let followedRevisionCountMax = 10_000
  /// The revisions of a group that is taken back at once, by their numbers.
  static let steppedRevisionCountMax = 1_000
  /// The levels of views in the address of one, and the values of an event.
  static let eventPartCountMax = 256
}

extension PageMessage {
  /// Reads a message.
  ///
  /// - Throws: A `PageError` that says what is wrong with it.
  init(_ bytes: [UInt8]) throws(PageError) {
    guard bytes.count <= PageLimits.messageByteCountMax else {
      throw PageError(
        .tooLarge, "a message has at most \(PageLimits.messageByteCountMax) bytes")
    }
    do {
      let value = try JSONParser(depthMax: 32).parse(bytes)
      self = try Self.message(JSONCursor(value).members())
    } catch let error as PageError {
      throw error
    } catch let error as JSONParseError {
      throw PageError(
        .malformed, "a message is not JSON: \(error.messageWithPath.shortened(byteCountMax: 200))")
    } catch {
      throw PageError(
        .malformed, "a message is not understood: \("\(error)".shortened(byteCountMax: 200))")
    }
  }

  private static func message(_ members: JSONCursor.Members) throws -> PageMessage {
    if let id = members["id"] {
      return .question(id: try id.count(), try PageQuestion(members))
    }
    if let id = members["cancel"] { return .cancel(id: try id.count()) }
    if let versions = members["hello"] {
      return .hello(
        Hello(
          versions: try versions.elements().prefix(16).map { try $0.int() },
          first: try members["first"]?.int() ?? 0,
          count: try members.required("count").windowCount(),
          revision: try members["revision"]?.int(), place: try members["place"]?.place(),
          query: try members["query"].map { try RowQuery($0) },
          folding: try members["folded"].map { try Folding($0) } ?? Folding()))
    }
    if let folded = members["folded"] {
      return .fold(
        FoldRequest(
          folding: try Folding(folded), kept: try members["anchor"]?.place().row,
          shown: try members["shown"]?.count()))
    }
    if let query = members["query"] { return .query(try RowQuery(query)) }
    if let window = try members["window"]?.members() {
      return .window(
        WindowRequest(
          first: try window.required("first").int(),
          count: try window.required("count").windowCount(),
          anchor: try members["anchor"].flatMap { try $0.value == .null ? nil : $0.place() },
          shown: try members["shown"]?.count()))
    }
    if let shown = members["shown"] { return .shown(try shown.count()) }
    throw PageError(.malformed, "a message has none of the members that say what it is")
  }
}

extension PageQuestion {
  fileprivate init(_ members: JSONCursor.Members) throws {
    if let find = try members["find"]?.members() {
      self = try Self.find(find)
    } else if let count = try members["count"]?.members() {
      self = .count(
        try count.required("text").search(),
        of: try count["of"].flatMap { try $0.value == .null ? nil : $0.row() })
    } else if let seek = try members["seek"]?.members() {
      if let item = seek["item"] {
        self = .seek(.item(try item.int()))
      } else if let slot = seek["slot"] {
        self = .seek(.slot(try slot.int()))
      } else {
        self = .seek(.row(try seek.required("key").row()))
      }
    } else if let row = members["model"] {
      self = .model(try row.row())
    } else if let copy = try members["copy"]?.members() {
      self = .copy(try Self.copy(copy))
    } else if let undo = members["undo"] {
      self = .step(.undo, takingBack: try Self.revisions(undo))
    } else if let redo = members["redo"] {
      self = .step(.redo, takingBack: try Self.revisions(redo))
    } else if let foresee = members["foresee"] {
      guard let direction = HistoryDirection(rawValue: try foresee.string()) else {
        throw foresee.error("expected \"undo\" or \"redo\"")
      }
      self = .foresee(direction)
    } else if let event = try members["event"]?.members() {
      self = try Self.event(event)
    } else {
      throw PageError(.malformed, "a question has none of the members that say what it asks")
    }
  }

  /// Reads what a step may take back: `true` for whatever is next, or some revisions.
  private static func revisions(_ cursor: JSONCursor) throws -> [Revision]? {
    guard case .array = cursor.value else {
      guard try cursor.bool() else { throw cursor.error("expected true, or revisions") }
      return nil
    }
    let revisions = try cursor.elements()
    guard revisions.count <= PageLimits.steppedRevisionCountMax else {
      throw PageError(
        .tooLarge, "a step names at most \(PageLimits.steppedRevisionCountMax) revisions")
    }
    return try revisions.map { try $0.int() }
  }

  private static func find(_ find: JSONCursor.Members) throws -> PageQuestion {
    let search = try find.required("text").search()
    let direction = try find["direction"].map { cursor -> ListSearch.Direction in
      switch try cursor.string() {
      case "forward": .forward
      case "backward": .backward
      default: throw cursor.error("expected \"forward\" or \"backward\"")
      }
    }
    let start = try find["from"].flatMap { try $0.value == .null ? nil : $0.row() }
    return .find(search, from: start, direction ?? .forward)
  }

  private static func copy(_ copy: JSONCursor.Members) throws -> CopyRequest {
    var request = CopyRequest()
    if copy["from"] != nil || copy["to"] != nil {
      request.ends = (try copy.required("from").row(), try copy.required("to").row())
    }
    if let format = copy["as"] {
      guard let known = CopyRequest.Format(rawValue: try format.string()) else {
        throw format.error("expected \"text\", \"json\", \"csv\" or \"tsv\"")
      }
      request.format = known
    }
    if let find = copy["find"] {
      guard request.format != .text else { throw find.error("expected a format of models with it") }
      request.search = try find.search()
    }
    return request
  }

  private static func event(_ event: JSONCursor.Members) throws -> PageQuestion {
    let view = try event.required("view").elements()
    let values = try event["values"]?.array() ?? []
    guard max(view.count, values.count) <= PageLimits.eventPartCountMax else {
      throw PageError(.tooLarge, "an event has too many parts")
    }
    return .event(
      PageEvent(
        row: try event.required("row").row(), view: try view.map { try $0.int() },
        className: try event["class"]?.string(), scope: try event["scope"]?.string(),
        name: try event.required("name").string(), values: values))
  }
}

extension Folding {
  fileprivate init(_ cursor: JSONCursor) throws {
    let members = try cursor.members()
    let keys = try members.required("sections").elements()
    guard keys.count <= PageLimits.foldedSectionCountMax else {
      throw PageError(
        .tooLarge, "at most \(PageLimits.foldedSectionCountMax) sections are folded by their keys")
    }
    isOfAll = try members["all"]?.bool() ?? false
    sections = try Set(
      keys.map { key in
        guard case .supplement(let supplement) = try key.row(), supplement.kind == .header else {
          throw key.error("expected the key of a header, as in \"h7\"")
        }
        return supplement.section
      })
  }
}

extension JSONCursor {
  /// Reads a text to find.
  func search() throws -> ListSearch {
    guard let search = ListSearch(try string()) else {
      throw error("expected a text that is not empty")
    }
    guard search.text.utf8.count <= PageLimits.searchedByteCountMax else {
      throw PageError(
        .tooLarge, "a text to find has at most \(PageLimits.searchedByteCountMax) bytes")
    }
    return search
  }

  /// Reads the key of a row.
  fileprivate func row() throws(JSONDecodingError) -> TreeID {
    guard let row = TreeID(key: try string()) else {
      throw error("expected the key of a row, as in \"i7\"")
    }
    return row
  }

  fileprivate func place() throws(JSONDecodingError) -> PagePlace {
    let members = try members()
    return PagePlace(
      row: try members.required("key").row(), slot: try members.required("slot").int())
  }

  /// Reads a number that is not negative.
  fileprivate func count() throws(JSONDecodingError) -> Int {
    let count = try int()
    guard count >= 0 else { throw error("expected a number that is not negative") }
    return count
  }

  fileprivate func windowCount() throws -> Int {
    let count = try count()
    guard count <= PageLimits.windowRowCountMax else {
      throw PageError(
        .tooLarge, "a window has at most \(PageLimits.windowRowCountMax) rows")
    }
    return count
  }
}
