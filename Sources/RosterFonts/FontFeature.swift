#if Fonts
  internal import CHarfBuzz

  /// A feature of OpenType, switched on or off for a whole text.
  public struct FontFeature: Hashable, Sendable {
    /// Four letters: `kern`, `liga`, `tnum`; a shorter tag is filled up with spaces.
    public let tag: String
    /// 0 for off, 1 for on; a larger number chooses one of several alternatives.
    public let value: UInt32

    /// Makes a feature.
    public init(_ tag: String, value: UInt32) {
      self.tag = tag
      self.value = value
    }

    /// Makes a feature that is on or off.
    public init(_ tag: String, isOn: Bool) { self.init(tag, value: isOn ? 1 : 0) }

    /// The feature as HarfBuzz has it, for all characters.
    var shaped: hb_feature_t {
      hb_feature_t(tag: hb_tag_from_string(tag, -1), value: value, start: 0, end: .max)
    }
  }
#endif
