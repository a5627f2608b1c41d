internal import RosterCore

/// The work of a reload or a new configuration.
enum RefreshWork: Sendable {
  case reload(ReloadedPlaces)
  case configuration(ConfigurationParts)

  var isReload: Bool { if case .reload = self { true } else { false } }

  /// Whether anything is named by place.
  var goesByPath: Bool {
    switch self {
    case .reload(let places): places.goesByPath
    case .configuration: false
    }
  }

  /// Returns the error for a named place that the list does not have; `nil` if it has all.
  func missing(in shape: ListShape) -> DataSourceError? {
    switch self {
    case .reload(let places): places.missing(in: shape)
    case .configuration: nil
    }
  }

  /// Includes the work of an earlier one that waits, if possible.
  ///
  /// - A reload of the whole list includes any other reload.
  /// - A reload by identity includes others by identity, wherever those items stand by then.
  /// - A reload by place includes others by place, if no change of paths stands between the two. It
  ///   includes none by identity: if a change before both fails, the one by place fails with it,
  ///   but the one by identity is still valid.
  /// - A configuration includes an earlier one if it replaces all of its parts.
  /// - A reload and a configuration never include each other: a configuration builds only what
  ///   changed.
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
package struct ConfigurationParts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let environment = ConfigurationParts(rawValue: 1)
  package static let layout = ConfigurationParts(rawValue: 2)
  package static let components = ConfigurationParts(rawValue: 4)
  package static let header = ConfigurationParts(rawValue: 8)
  package static let footer = ConfigurationParts(rawValue: 16)
}
