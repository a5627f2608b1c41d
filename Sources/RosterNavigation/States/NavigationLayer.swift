/// What a section of a navigation list is: a tab with its stack of pages, or a modal above the tabs.
///
/// In the file it is JSON that can be read and edited: `{"tab":"photos","isSelected":true}`, and
/// `{"modal":true}`.
public enum NavigationLayer: Hashable, Sendable {
  /// A stack that stays when the user goes to another tab.
  case tab(String, isSelected: Bool)
  /// A stack above the tabs, and above the modals before it, until it is dismissed.
  case modal
}

extension NavigationLayer: Codable {
  private enum CodingKeys: String, CodingKey {
    case tab, isSelected, modal
  }

  /// Reads a layer.
  ///
  /// - Throws: `DecodingError` if it is neither a tab nor a modal.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let name = try container.decodeIfPresent(String.self, forKey: .tab) {
      let isSelected = try container.decodeIfPresent(Bool.self, forKey: .isSelected)
      self = .tab(name, isSelected: isSelected ?? false)
    } else if try container.decodeIfPresent(Bool.self, forKey: .modal) == true {
      self = .modal
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "This is neither a tab nor a modal."))
    }
  }

  /// Writes the layer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .tab(let name, let isSelected):
      try container.encode(name, forKey: .tab)
      if isSelected { try container.encode(true, forKey: .isSelected) }
    case .modal: try container.encode(true, forKey: .modal)
    }
  }
}

/// A tab of an application: its name in the file, and the page that its stack begins with.
public struct NavigationTab<Route: Hashable & Sendable>: Hashable, Sendable {
  /// The name under which the file keeps the tab.
  public var name: String
  /// The page at the bottom of its stack.
  public var root: Route

  /// Makes a tab of its parts.
  public init(_ name: String, root: Route) {
    self.name = name
    self.root = root
  }
}
