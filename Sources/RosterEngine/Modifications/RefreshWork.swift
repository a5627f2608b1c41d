internal import RosterCore

/// What a reload or a new configuration does.
enum RefreshWork: Sendable {
  case reload(ReloadedPlaces)
  case configuration(ConfigurationParts)

  /// Whether anything is named by where it stands.
  var goesByPath: Bool {
    switch self {
    case .reload(let places): places.goesByPath
    case .configuration: false
    }
  }

  /// Why the list does not have what is named by where it stands; `nil` if it does.
  func missing(in shape: ListShape) -> DataSourceError? {
    switch self {
    case .reload(let places): places.missing(in: shape)
    case .configuration: nil
    }
  }

  /// Includes the work of an earlier one that waits, if it can.
  ///
  /// A reload of the whole list includes any other. One of items that are named by identity includes
  /// others of such items, wherever those stand by then. One that goes by path includes others that
  /// do, if paths and sections have not changed their meaning; and none by identity, since that is
  /// right even if a change before both fails, which takes along what goes by path. A configuration
  /// includes one of which every part is replaced again. Neither includes the other: a configuration
  /// builds no more than is another.
  ///
  /// - Parameter meansTheSamePaths: Whether no change of paths stands between the two.
  mutating func takeOver(_ earlier: RefreshWork, meansTheSamePaths: Bool) -> Bool {
    switch (self, earlier) {
    case (.reload(var places), .reload(let others)):
      if !places.isAll {
        guard !others.isAll, places.goesByPath == others.goesByPath,
          meansTheSamePaths || !places.goesByPath
        else { return false }
        places.inherit(others)
      }
      self = .reload(places)
      return true
    case (.configuration(let parts), .configuration(let others)):
      return parts.isSuperset(of: others)
    case (.reload, _), (.configuration, _): return false
    }
  }
}

/// The parts of a configuration that can be replaced.
struct ConfigurationParts: OptionSet, Sendable {
  let rawValue: Int

  static let environment = ConfigurationParts(rawValue: 1)
  static let layout = ConfigurationParts(rawValue: 2)
  static let components = ConfigurationParts(rawValue: 4)
  static let header = ConfigurationParts(rawValue: 8)
  static let footer = ConfigurationParts(rawValue: 16)
}
