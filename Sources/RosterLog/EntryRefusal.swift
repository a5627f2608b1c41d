public import RosterCore

/// The reason why an entry of a log was refused.
public enum EntryRefusal: Error, Hashable, Sendable {
  /// The changeset does not fit the list.
  case changeset(ChangesetError)

  /// The list has no item at the path of a state, after the changeset of the entry.
  case noSuchItem(ItemPath)

  /// The list has no section for the header or footer of a state, after the changeset of the entry.
  case noSuchSection(Int)

  /// The changeset fits the list, but the list does not take what it writes.
  case content(RefusedContent)

  /// The kind of offence: a part of the changeset, or a state.
  public enum Kind: Hashable, Sendable {
    case changeset(ChangesetError.Kind)
    case setState
  }

  /// The kind of offence; `nil` if no part of the entry offends, but its user info.
  public var kind: Kind? {
    switch self {
    case .changeset(let error): .changeset(error.kind)
    case .noSuchItem, .noSuchSection: .setState
    case .content(let content): content.kind.map(Kind.changeset)
    }
  }

  /// What is wrong with it; `nil` if none of the reasons says it, as with a model without a key.
  public var reason: ChangesetError.Reason? {
    switch self {
    case .changeset(let error): error.reason
    case .noSuchItem, .noSuchSection: .outOfBounds
    case .content(let content): content.reason
    }
  }

  /// The section that offends; `nil` if no part of the entry does.
  public var section: Int? {
    switch self {
    case .changeset(let error): error.section
    case .noSuchItem(let path): path.section
    case .noSuchSection(let section): section
    case .content(let content): content.section
    }
  }

  /// The item that offends, `nil` where a section as a whole does.
  public var item: Int? {
    switch self {
    case .changeset(let error): error.item
    case .noSuchItem(let path): path.item
    case .noSuchSection: nil
    case .content(let content): content.item
    }
  }
}

/// What a list does not take of a changeset that fits it: a model that is nested too deep, has no key or the key
/// of another item, or too deep user info.
public struct RefusedContent: Hashable, Sendable {
  /// The part of the changeset with the model; `nil` for user info.
  public var kind: ChangesetError.Kind?

  /// `duplicate` if another item has the key of the model; `nil` otherwise.
  public var reason: ChangesetError.Reason?

  /// The section of the model, in the index space of `kind`.
  public var section: Int?

  /// The item of the model; `nil` for the model of a section.
  public var item: Int?

  /// What is wrong with it, for people.
  public var message: String

  /// Makes the refusal of what no part of the changeset has written.
  public init(_ message: String) { self.message = message }

  /// Makes the refusal of the model of an item.
  public init(
    _ kind: ChangesetError.Kind, at path: ItemPath, reason: ChangesetError.Reason? = nil,
    _ message: String
  ) {
    self.kind = kind
    self.reason = reason
    section = path.section
    item = path.item
    self.message = message
  }

  /// Makes the refusal of the model of a section.
  public init(_ kind: ChangesetError.Kind, atSection section: Int, _ message: String) {
    self.kind = kind
    self.section = section
    self.message = message
  }
}

extension RefusedContent: CustomStringConvertible {
  /// The part, the place and what is wrong, in words.
  public var description: String {
    guard let kind, let section else { return message }
    let space = kind == .updateItem || kind == .updateSection ? "source" : "target"
    let place =
      item.map { "\(space) path \(ItemPath(section: section, item: $0))" }
      ?? "\(space) section \(section)"
    return "\(kind.rawValue) at \(place): \(message)"
  }
}

extension EntryRefusal: CustomStringConvertible {
  /// The part, the place and what is wrong, in words.
  public var description: String {
    switch self {
    case .changeset(let error): error.description
    case .noSuchItem(let path):
      "\(Kind.setState.rawValue) at target path \(path): it does not exist"
    case .noSuchSection(let section):
      "\(Kind.setState.rawValue) at target section \(section): it does not exist"
    case .content(let content): content.description
    }
  }
}

extension EntryRefusal.Kind: RawRepresentable, CaseIterable {
  /// All kinds: those of changesets, then that of states.
  public static let allCases = ChangesetError.Kind.allCases.map(Self.changeset) + [.setState]

  /// The kind with a name.
  public init?(rawValue: String) {
    if let kind = ChangesetError.Kind(rawValue: rawValue) {
      self = .changeset(kind)
    } else if rawValue == Self.setState.rawValue {
      self = .setState
    } else {
      return nil
    }
  }

  /// The name in logs and batch lines.
  public var rawValue: String {
    switch self {
    case .changeset(let kind): kind.rawValue
    case .setState: "setState"
    }
  }
}
