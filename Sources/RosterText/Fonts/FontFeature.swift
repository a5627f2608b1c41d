#if Fonts
  internal import CHarfBuzz

  /// An OpenType feature that is switched on or off for a whole text.
  public struct FontFeature: Hashable, Sendable {
    /// Four letters: `kern`, `liga`, `tnum`. A shorter tag is padded with spaces.
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

    /// The feature in HarfBuzz's form, for all characters.
    var shaped: hb_feature_t {
      hb_feature_t(tag: hb_tag_from_string(tag, -1), value: value, start: 0, end: .max)
    }
  }
#endif
