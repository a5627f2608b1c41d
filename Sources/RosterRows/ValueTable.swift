/// The tables of models and states. Each has a table of before-images beside it.
package enum ValueTable: CaseIterable {
  case items
  case sections
  case states
  case supplementStates

  /// The table of the current values.
  package var name: String {
    switch self {
    case .items: "item"
    case .sections: "section"
    case .states: "state"
    case .supplementStates: "supplement_state"
    }
  }

  /// The table of the before-images.
  package var history: String { "\(name)_history" }

  /// The column of the table with the key of the item or section.
  package var key: String {
    switch self {
    case .items, .sections: "id"
    case .states, .supplementStates: owner
    }
  }

  /// The column of the before-images with the key of the item or section.
  package var owner: String {
    switch self {
    case .items, .states: "item"
    case .sections, .supplementStates: "section"
    }
  }

  /// The column with the model or state.
  package var value: String {
    switch self {
    case .items, .sections: "model"
    case .states, .supplementStates: "value"
    }
  }

  /// The key, kind, scope, version, version of the type, and value of a row.
  package var columns: String { columns(key) }

  /// The same columns of a row of before-images.
  package var historyColumns: String { columns(owner) }

  private func columns(_ key: String) -> String {
    switch self {
    case .items, .sections: "\(key), NULL, NULL, version, NULL, \(value)"
    case .states: "\(key), NULL, scope, version, type_version, \(value)"
    case .supplementStates: "\(key), kind, scope, version, type_version, \(value)"
    }
  }
}
