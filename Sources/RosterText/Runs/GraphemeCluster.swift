/// A user-perceived character (UAX #29) that is about to be added to a run.
struct GraphemeCluster {
  /// The end of the cluster, in UTF-8 code units.
  var end: Int
  var columns: UInt32
  var ambiguousColumns: UInt32 = 0
  var kind = TextRun.Kind.text
  /// Whether a line may end before it.
  var action: LineBreakAction
}

extension GraphemeCluster {
  /// Returns whether a scalar never shares a cluster with another such scalar.
  ///
  /// These are common letters, ideographs and punctuation. Between two of them the end of the
  /// cluster need not be searched.
  static func isSimple(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7E, 0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x482, 0x48A...0x588: true
    case 0x5D0...0x5EA, 0x620...0x64A, 0xE01...0xE30, 0xE40...0xE46, 0x1E00...0x1FFF: true
    case 0x2010...0x2027, 0x2030...0x203B, 0x20A0...0x20CF, 0x2500...0x259F: true
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF: true
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x20000...0x2A6DF: true
    default: false
    }
  }

  /// Returns the columns of a terminal that a cluster takes: two for an emoji, whatever its scalars
  /// are; otherwise those of its scalars.
  ///
  /// Emoji presentation sequences are wide regardless of the width of the scalar (UAX #11, section
  /// 4). Clusters of several letters, as in Indic scripts, take the columns of all of them.
  static func columns(
    of scalars: some Sequence<Unicode.Scalar>
  ) -> (fixed: UInt32, ambiguous: UInt32) {
    var fixed: UInt32 = 0
    var ambiguous: UInt32 = 0
    var base: Unicode.Scalar?
    for scalar in scalars {
      if let base, isEmojiSequence(base, scalar) { return (2, 0) }
      let width = UnicodeTable.shared[scalar.value].width
      if base == nil { base = scalar }
      switch UnicodeTable.Width(rawValue: width) {
      case .wide: fixed &+= 2
      case .ambiguous: (fixed, ambiguous) = (fixed &+ 1, ambiguous &+ 1)
      case .narrow: fixed &+= 1
      case .zero, nil: break
      }
    }
    return (fixed, ambiguous)
  }

  /// Returns whether letter spacing is added behind a character: not if it takes no column of a
  /// terminal, and not if it is of a script that joins its letters.
  static func isSpaced(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, !joinsLetters(first.value) else {
      return false
    }
    return columns(of: character.unicodeScalars).fixed > 0
  }

  /// Whether a scalar is in a block of a script that joins its letters: Arabic, Syriac, N'Ko,
  /// Mandaic, Mongolian, Phags-pa, Manichaean and others beside them, Hanifi Rohingya, Adlam.
  private static func joinsLetters(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F: true
    case 0xFB50...0xFDFF, 0xFE70...0xFEFE, 0x10AC0...0x10AFF, 0x10B80...0x10BAF: true
    case 0x10D00...0x10D3F, 0x10E80...0x10EFF, 0x10F30...0x10FDF, 0x1E900...0x1E95F: true
    default: false
    }
  }

  /// Returns whether a later scalar turns the cluster that begins with `base` into an emoji.
  private static func isEmojiSequence(_ base: Unicode.Scalar, _ later: Unicode.Scalar) -> Bool {
    switch later.value {
    case 0xFE0F, 0x1F3FB...0x1F3FF: base.properties.isEmoji
    case 0x20E3: base.isASCII && base.properties.isEmoji
    case 0x1F1E6...0x1F1FF: (0x1F1E6...0x1F1FF).contains(base.value)
    case 0x200D...: base.properties.isEmoji && later.properties.isEmoji
    default: false
    }
  }
}
