package import RosterJSON

/// The changes with which a renderer makes a view that shows one spec show another of the same
/// class.
///
/// Values that are equal in both are not named, and must not be touched.
package struct ViewChanges: Hashable, Sendable {
  /// The removed attributes, by name, followed by those that are set or changed, by name.
  package var attributes: [AttributeChange] = []
  /// The change for assistive technology, `nil` if there is none.
  package var accessibility: AccessibilityChange?

  /// Whether there is nothing to do.
  package var isEmpty: Bool { attributes.isEmpty && accessibility == nil }
}

/// An attribute of a view that was set, changed or removed.
package struct AttributeChange: Hashable, Sendable {
  /// The name of the attribute.
  package var name: String
  /// The value before, `nil` if there was none.
  package var from: JSONValue?
  /// The new value, `nil` if it was removed.
  package var to: JSONValue?
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

extension ViewAttributes {
  /// Both are sorted by name, so one walk along them finds all differences.
  fileprivate func changes(from earlier: ViewAttributes) -> [AttributeChange] {
    if earlier.isEmpty { return map { AttributeChange(name: $0.name, from: nil, to: $0.value) } }
    if self == earlier { return [] }
    var removed: [AttributeChange] = []
    var others: [AttributeChange] = []
    others.reserveCapacity(count)
    var index = startIndex
    for old in earlier {
      while index < endIndex, self[index].name < old.name {
        others.append(AttributeChange(name: self[index].name, from: nil, to: self[index].value))
        index += 1
      }
      if index < endIndex, self[index].name == old.name {
        if self[index].value != old.value {
          others.append(AttributeChange(name: old.name, from: old.value, to: self[index].value))
        }
        index += 1
      } else {
        removed.append(AttributeChange(name: old.name, from: old.value, to: nil))
      }
    }
    while index < endIndex {
      others.append(AttributeChange(name: self[index].name, from: nil, to: self[index].value))
      index += 1
    }
    return removed.isEmpty ? others : removed + others
  }
}
