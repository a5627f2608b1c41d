package import RosterJSON

/// In which history undo and redo take a change back, if in any.
///
/// Each scope has a history of its own, of which the file keeps what can be undone and redone:
///
///     extension UndoScope {
///       static let drawing = UndoScope("drawing")
///     }
///
/// Changes name theirs, and so do undo and redo:
///
///     try await list.apply(stroke, ChangeAnnotation(undo: .drawing))
///     try await list.apply(confirmation, ChangeAnnotation(origin: "server", undo: .none))
///     try await list.apply(.undo(in: .drawing))  // takes the stroke back
///
/// For a scope, the changes of all others are what others did: undo and redo step over them, nothing
/// that can be redone ends with them, and what they did stays. What is undone behind them is moved on
/// top of them by the identities of items and sections, what they have removed stays removed, a model or
/// state that they have written since is left as it is, and an item or section that they have moved since
/// stands where they have put it.
///
/// An undo removes the items that the change has inserted, wherever they stand by now, and no others. A
/// section that it would remove stays as it is if others have items in it, and a redo brings the items back
/// into it:
///
///     a user appends A           A       the list had no section
///     a server appends X         A X
///     the user undoes            X
///     the user redoes            A X
///
/// Such a section belongs to the others then: a later undo does not remove it, even if it is empty.
public struct UndoScope: Hashable, Sendable {
  private enum Kind: Hashable {
    case standard
    case none
    case named(String)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// Makes a scope of the application.
  ///
  /// - Parameter name: Its name in the file. Names are compared byte by byte.
  public init(_ name: String) { kind = .named(name) }

  /// A scope of the application.
  public static func named(_ name: String) -> UndoScope { UndoScope(name) }

  /// The scope of a change whose annotation names none.
  public static let standard = UndoScope(.standard)

  /// No undo takes the change back: what a server sends, a confirmation, a migration.
  public static let none = UndoScope(.none)

  /// The name of a scope of the application, `nil` for the others.
  package var name: String? { if case .named(let name) = kind { name } else { nil } }

  /// Compares names as storage does, by their bytes.
  public static func == (one: UndoScope, other: UndoScope) -> Bool {
    switch (one.kind, other.kind) {
    case (.standard, .standard), (.none, .none): true
    case (.named(let one), .named(let other)): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(self == .none)
    for byte in (name ?? "").utf8 { hasher.combine(byte) }
  }
}

extension UndoScope: CustomStringConvertible {
  /// The scope in words, for messages.
  public var description: String {
    switch kind {
    case .standard: "the standard scope"
    case .none: "no scope"
    case .named(let name): "the scope \(name.inQuotes)"
    }
  }
}

extension UndoScope {
  /// The scope as lines of logs, lines of batches and messages say it: its name, or `false` if no undo takes
  /// the change back; `nil` for the standard scope, of which they say nothing.
  package var json: JSONValue? {
    switch kind {
    case .standard: nil
    case .none: false
    case .named(let name): .string(name)
    }
  }

  /// Reads a scope; `nil` if the value is none.
  package init?(json: JSONValue) {
    switch json {
    case .bool(false): self = .none
    case .string(let name): self.init(name)
    case .null, .bool, .number, .decimal, .array, .object: return nil
    }
  }
}
