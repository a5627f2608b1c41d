public import RosterCore

/// The reason why an entry of a log was refused.
public enum EntryRefusal: Error, Hashable, Sendable {
  /// The changeset does not fit the list.
  case changeset(ChangesetError)

  /// The list has no item at the path of a state, after the changeset of the entry.
  case noSuchItem(ItemPath)

  /// The list has no section for the header or footer of a state, after the changeset of the entry.
  case noSuchSection(Int)

  /// The kind of offence: a part of the changeset, or a state.
  public enum Kind: Hashable, Sendable {
    case changeset(ChangesetError.Kind)
    case setState
  }

  /// The kind of offence.
  public var kind: Kind {
    switch self {
    case .changeset(let error): .changeset(error.kind)
    case .noSuchItem, .noSuchSection: .setState
    }
  }

  /// What is wrong with it.
  public var reason: ChangesetError.Reason {
    switch self {
    case .changeset(let error): error.reason
    case .noSuchItem, .noSuchSection: .outOfBounds
    }
  }

  /// The section that offends.
  public var section: Int {
    switch self {
    case .changeset(let error): error.section
    case .noSuchItem(let path): path.section
    case .noSuchSection(let section): section
    }
  }

  /// The item that offends, `nil` where a section as a whole does.
  public var item: Int? {
    switch self {
    case .changeset(let error): error.item
    case .noSuchItem(let path): path.item
    case .noSuchSection: nil
    }
  }
}

extension EntryRefusal: CustomStringConvertible {
  /// The part, the place and what is wrong, in words.
  public var description: String {
    switch self {
    case .changeset(let error): error.description
    case .noSuchItem(let path): "\(kind.rawValue) at target path \(path): it does not exist"
    case .noSuchSection(let section):
      "\(kind.rawValue) at target section \(section): it does not exist"
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
