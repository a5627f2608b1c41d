package import RosterJSON

/// The changes with which a renderer makes a view that shows one spec show another of the same
/// class.
///
/// Values that are equal in both are not named, and must not be touched.
package struct ViewChanges: Hashable, Sendable {
  /// The removed attributes, by name, followed by those that are set or changed, by name.
  package var attributes: [ViewChange<String, JSONValue>] = []
  /// The removed events, by name, followed by those with changed actions, by name.
  package var events: [ViewChange<ViewEvent, [ActionReference]>] = []
  /// The change for assistive technology, `nil` if there is none.
  package var accessibility: AccessibilityChange?

  /// Whether there is nothing to do.
  package var isEmpty: Bool { attributes.isEmpty && events.isEmpty && accessibility == nil }
}

/// One value of a view that was set, changed or removed.
package struct ViewChange<Name: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable
{
  /// The name of the value.
  package var name: Name
  /// The value before, `nil` if there was none.
  package var from: Value?
  /// The new value, `nil` if it was removed.
  package var to: Value?
}

/// The change of a view's description for assistive technology.
package struct AccessibilityChange: Hashable, Sendable {
  // References: descriptions are large, and few changes have any.
  private let before: AccessibilityBox?
  private let after: AccessibilityBox?

  init(from before: AccessibilityBox?, to after: AccessibilityBox?) {
    (self.before, self.after) = (before, after)
  }

  /// The description before, `nil` if there was none.
  package var from: Accessibility? { before?.accessibility }
  /// The new description, `nil` if there is none.
  package var to: Accessibility? { after?.accessibility }
}

extension ViewSpec {
  /// Returns the changes from an earlier description to this one; `nil` if the class differs, so
  /// that another view is needed.
  ///
  /// - Complexity: O(*n* + *m*) for descriptions of *n* and *m* attributes.
  package func changes(from earlier: ViewSpec) -> ViewChanges? {
    guard className == earlier.className else { return nil }
    var changes = ViewChanges()
    changes.attributes = attributes.changes(from: earlier.attributes)
    changes.accessibility = accessibilityChange(from: earlier)
    return changes
  }
}

extension ViewTree {
  /// Returns the changes from an earlier view to this one, including its events but not the views
  /// in it; `nil` if the class differs, so that another view is needed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of attributes and events.
  package func changes(from earlier: ViewTree) -> ViewChanges? {
    guard var changes = spec.changes(from: earlier.spec) else { return nil }
    if events != earlier.events {
      let names = Set(events.keys).union(earlier.events.keys)
      let all = names.map {
        ViewChange(name: $0, from: earlier.events[$0], to: events[$0])
      }
      changes.events = all.filter { $0.from != $0.to }
        .sorted {
          ($0.to == nil ? 0 : 1, $0.name.rawValue) < ($1.to == nil ? 0 : 1, $1.name.rawValue)
        }
    }
    return changes
  }
}

extension ViewAttributes {
  /// Both are sorted by name, so one walk along them finds all differences.
  fileprivate func changes(from earlier: ViewAttributes) -> [ViewChange<String, JSONValue>] {
    if earlier.isEmpty { return map { ViewChange(name: $0.name, from: nil, to: $0.value) } }
    if self == earlier { return [] }
    var removed: [ViewChange<String, JSONValue>] = []
    var others: [ViewChange<String, JSONValue>] = []
    others.reserveCapacity(count)
    var index = startIndex
    for old in earlier {
      while index < endIndex, self[index].name < old.name {
        others.append(ViewChange(name: self[index].name, from: nil, to: self[index].value))
        index += 1
      }
      if index < endIndex, self[index].name == old.name {
        if self[index].value != old.value {
          others.append(ViewChange(name: old.name, from: old.value, to: self[index].value))
        }
        index += 1
      } else {
        removed.append(ViewChange(name: old.name, from: old.value, to: nil))
      }
    }
    while index < endIndex {
      others.append(ViewChange(name: self[index].name, from: nil, to: self[index].value))
      index += 1
    }
    return removed.isEmpty ? others : removed + others
  }
}
