package import RosterCore

/// The tables of models and states. Each has a table of before-images beside it.
package enum ValueTable: CaseIterable {
  case items
  case sections
  case states
  case supplementStates

  /// The table of models that are rewritten.
  package init(_ kind: RewrittenModels.Kind) {
    switch kind {
    case .items: self = .items
    case .sections: self = .sections
    }
  }

  /// The table of states of items, of headers or of footers.
  package init(_ table: StateTable) {
    switch table {
    case .items: self = .states
    case .headers, .footers: self = .supplementStates
    }
  }

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

  /// The key of a row, its kind, scope, version, version of the type, the key of its model, and its value.
  ///
  /// - Parameter hasKeys: Whether the format has keys of models.
  package func columns(hasKeys: Bool = true) -> String { columns(key, hasKeys) }

  /// The same columns of a row of before-images.
  package func historyColumns(hasKeys: Bool = true) -> String { columns(owner, hasKeys) }

  private func columns(_ key: String, _ hasKeys: Bool) -> String {
    switch self {
    case .items: "\(key), NULL, NULL, version, NULL, \(hasKeys ? "model_key" : "NULL"), \(value)"
    case .sections: "\(key), NULL, NULL, version, NULL, NULL, \(value)"
    case .states: "\(key), NULL, scope, version, type_version, NULL, \(value)"
    case .supplementStates: "\(key), kind, scope, version, type_version, NULL, \(value)"
    }
  }
}
