/// The colours of a style sheet by their purposes.
///
/// Components write a colour of the palette into the attributes of their views. With ``host`` they
/// write its name instead, and the host draws what it has for that name.
public struct Palette: Hashable, Sendable {
  /// See ``StyleColor/accent``.
  public var accent = StyleColor.accent
  /// See ``StyleColor/text``.
  public var text = StyleColor.text
  /// See ``StyleColor/secondaryText``.
  public var secondaryText = StyleColor.secondaryText
  /// See ``StyleColor/background``.
  public var background = StyleColor.background
  /// See ``StyleColor/surface``.
  public var surface = StyleColor.surface
  /// See ``StyleColor/separator``.
  public var separator = StyleColor.separator
  /// See ``StyleColor/error``.
  public var error = StyleColor.error
  /// See ``StyleColor/success``.
  public var success = StyleColor.success
  /// See ``StyleColor/warning``.
  public var warning = StyleColor.warning
  /// See ``StyleColor/selection``.
  public var selection = StyleColor.selection

  /// Makes the palette of the host.
  public init() {}

  /// The colour of a purpose.
  public subscript(name: ColorName) -> StyleColor {
    switch name {
    case .accent: accent
    case .text: text
    case .secondaryText: secondaryText
    case .background: background
    case .surface: surface
    case .separator: separator
    case .error: error
    case .success: success
    case .warning: warning
    case .selection: selection
    }
  }

  /// Returns the colour that stands in the attribute of a view.
  ///
  /// A colour of the palette may be another one of the palette. If that leads nowhere, the host
  /// decides what the last name means.
  public func resolving(_ color: StyleColor) -> StyleColor {
    var color = color
    for _ in ColorName.allCases {
      guard case .named(let name) = color, self[name] != color else { break }
      color = self[name]
    }
    return color
  }
}

extension Palette {
  /// Names only: the host has a colour for each.
  public static let host = Palette()

  /// Dark text on a bright ground; text and its ground, also a selected one, have a contrast of at
  /// least 4.5.
  public static let light: Palette = {
    var palette = Palette()
    palette.accent = StyleColor(0x0055C8)
    palette.text = StyleColor(0x1C1C1E)
    palette.secondaryText = StyleColor(0x5F5F66)
    palette.background = StyleColor(0xFFFFFF)
    palette.surface = StyleColor(0xF2F2F7)
    palette.separator = StyleColor(0xC6C6C8)
    palette.error = StyleColor(0xB3261E)
    palette.success = StyleColor(0x1A6F2E)
    palette.warning = StyleColor(0x8A5A00)
    palette.selection = StyleColor(0xCFE2FF)
    return palette
  }()

  /// Bright text on a dark ground; text and its ground, also a selected one, have a contrast of at
  /// least 4.5.
  public static let dark: Palette = {
    var palette = Palette()
    palette.accent = StyleColor(0x6CB2FF)
    palette.text = StyleColor(0xF2F2F7)
    palette.secondaryText = StyleColor(0xA8A8B0)
    palette.background = StyleColor(0x121214)
    palette.surface = StyleColor(0x1F1F23)
    palette.separator = StyleColor(0x3A3A3E)
    palette.error = StyleColor(0xFF8A80)
    palette.success = StyleColor(0x6FDC8C)
    palette.warning = StyleColor(0xFFC857)
    palette.selection = StyleColor(0x163A66)
    return palette
  }()

  /// As ``light``, with a contrast of at least 7 for text.
  public static let lightHighContrast: Palette = {
    var palette = Palette.light
    palette.accent = StyleColor(0x003A99)
    palette.text = StyleColor(0x000000)
    palette.secondaryText = StyleColor(0x333338)
    palette.separator = StyleColor(0x55555A)
    palette.error = StyleColor(0x8A0000)
    palette.success = StyleColor(0x0B4F1D)
    palette.warning = StyleColor(0x5C3B00)
    return palette
  }()

  /// As ``dark``, with a contrast of at least 7 for text.
  public static let darkHighContrast: Palette = {
    var palette = Palette.dark
    palette.accent = StyleColor(0x9DCCFF)
    palette.text = StyleColor(0xFFFFFF)
    palette.secondaryText = StyleColor(0xD6D6DC)
    palette.background = StyleColor(0x000000)
    palette.surface = StyleColor(0x101012)
    palette.separator = StyleColor(0xA0A0A6)
    palette.error = StyleColor(0xFFB4AB)
    palette.success = StyleColor(0x9BF0B0)
    palette.warning = StyleColor(0xFFDD94)
    palette.selection = StyleColor(0x13325A)
    return palette
  }()
}

/// The palettes of a style sheet: one for each scheme and contrast of the environment.
public struct Palettes: Hashable, Sendable {
  /// For a bright ground.
  public var light: Palette
  /// For a dark ground.
  public var dark: Palette
  /// For a bright ground, where the user wants more contrast.
  public var lightHighContrast: Palette
  /// For a dark ground, where the user wants more contrast.
  public var darkHighContrast: Palette

  /// Makes palettes that differ.
  public init(
    light: Palette = .light, dark: Palette = .dark,
    lightHighContrast: Palette = .lightHighContrast, darkHighContrast: Palette = .darkHighContrast
  ) {
    (self.light, self.dark) = (light, dark)
    (self.lightHighContrast, self.darkHighContrast) = (lightHighContrast, darkHighContrast)
  }

  /// Makes palettes that are all the same.
  public init(_ palette: Palette) {
    self.init(
      light: palette, dark: palette, lightHighContrast: palette, darkHighContrast: palette)
  }

  /// The palette for an appearance.
  public subscript(appearance: Appearance) -> Palette {
    switch (appearance.colorScheme, appearance.contrast) {
    case (.light, .standard): light
    case (.dark, .standard): dark
    case (.light, .increased): lightHighContrast
    case (.dark, .increased): darkHighContrast
    }
  }
}
