public import RosterJSON

/// What a renderer does to a view that showed one spec, so that it shows another of the same class.
///
/// Whatever is equal in both is not named, and must not be touched.
public struct ViewChanges: Hashable, Sendable {
  /// The attributes that are removed, by name, and then those that are set or changed, by name.
  public var attributes: [ViewChange<String, JSONValue>] = []
  /// The events that are removed, by name, and then those that perform something else, by name.
  public var events: [ViewChange<ViewEvent, [ActionReference]>] = []
  /// How what assistive technology is told changes, `nil` if it stays.
  public var accessibility: AccessibilityChange?

  /// Whether there is nothing to do.
  public var isEmpty: Bool { attributes.isEmpty && events.isEmpty && accessibility == nil }
}

/// One value of a view that was set, changed or removed.
public struct ViewChange<Name: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable
{
  /// What changes.
  public var name: Name
  /// The value before, `nil` if there was none.
  public var from: Value?
  /// The value from now on, `nil` if there is none any more.
  public var to: Value?
}

/// How what assistive technology is told changes.
public struct AccessibilityChange: Hashable, Sendable {
  /// What it was told, `nil` if nothing.
  public var from: Accessibility?
  /// What it is told from now on, `nil` if nothing.
  public var to: Accessibility?
}

extension ViewSpec {
  /// What makes a view of a spec one of this spec; `nil` if another class is needed, and so another
  /// view.
  ///
  /// - Complexity: O(*n* log *n*) in the number of attributes and events.
  public func changes(from earlier: ViewSpec) -> ViewChanges? {
    guard className == earlier.className else { return nil }
    var changes = ViewChanges()
    changes.attributes = Self.changes(from: earlier.attributes, to: attributes, name: \.self)
    changes.events = Self.changes(from: earlier.events, to: events, name: \.rawValue)
    if accessibility != earlier.accessibility {
      changes.accessibility = AccessibilityChange(from: earlier.accessibility, to: accessibility)
    }
    return changes
  }

  private static func changes<Name, Value>(
    from earlier: [Name: Value], to later: [Name: Value], name: (Name) -> String
  ) -> [ViewChange<Name, Value>] {
    let removed = earlier.compactMap { entry in
      later[entry.key] == nil ? ViewChange(name: entry.key, from: entry.value, to: nil) : nil
    }
    let others = later.compactMap { entry -> ViewChange<Name, Value>? in
      let before = earlier[entry.key]
      guard before != entry.value else { return nil }
      return ViewChange(name: entry.key, from: before, to: entry.value)
    }
    return removed.sorted { name($0.name) < name($1.name) }
      + others.sorted { name($0.name) < name($1.name) }
  }
}
