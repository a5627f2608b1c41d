public import RosterComponents

/// Whether text is dark on a bright ground, or bright on a dark one.
public enum ColorScheme: String, CaseIterable, Codable, Sendable {
  case light
  case dark
}

/// How much text differs from its ground.
public enum ColorContrast: String, CaseIterable, Codable, Sendable {
  case standard
  /// As much as possible, for users who see less.
  case increased
}

/// What the host or the user wants of all colours.
public struct Appearance: Hashable, Codable, Sendable, ComponentEnvironmentKey {
  /// Light and standard.
  public static let defaultValue = Appearance()

  /// Whether the ground is bright or dark.
  public var colorScheme: ColorScheme
  /// How much text differs from its ground.
  public var contrast: ColorContrast

  /// Makes an appearance.
  public init(colorScheme: ColorScheme = .light, contrast: ColorContrast = .standard) {
    self.colorScheme = colorScheme
    self.contrast = contrast
  }
}

extension ComponentEnvironment {
  /// Whether the ground is bright or dark; `.light` by default.
  public var colorScheme: ColorScheme {
    get { self[Appearance.self].colorScheme }
    set { self[Appearance.self].colorScheme = newValue }
  }

  /// How much text differs from its ground; `.standard` by default.
  public var contrast: ColorContrast {
    get { self[Appearance.self].contrast }
    set { self[Appearance.self].contrast = newValue }
  }
}
