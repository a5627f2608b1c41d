#if Fonts
  internal import CHarfBuzz

  /// A place on an axis of a variable font.
  public struct FontVariation: Hashable, Sendable {
    /// Four letters: `wght` for the weight, `wdth`, `slnt`, `ital`, `opsz` for the size that the
    /// letters are drawn for, or an axis that only the font has.
    public let tag: String
    /// The place, in the units of the axis: 700 for a bold weight.
    public let value: Double

    /// Makes a place on an axis.
    public init(_ tag: String, value: Double) {
      self.tag = tag
      self.value = value
    }
  }

  /// The axes of a variable font, and a place on each.
  struct FontAxes {
    private var axes: [hb_ot_var_axis_info_t]
    /// The places, in the order of the axes.
    private(set) var coordinates: [Float]

    /// Begins with the places of the font itself. A font without axes has none.
    init(_ face: OpaquePointer?) {
      var count = hb_ot_var_get_axis_count(face)
      axes = Array(repeating: hb_ot_var_axis_info_t(), count: Int(count))
      hb_ot_var_get_axis_infos(face, 0, &count, &axes)
      coordinates = axes.map(\.default_value)
    }

    /// Goes to the places of an instance that the font has a name for. Returns whether it has one.
    mutating func move(toInstance instance: Int, of face: OpaquePointer?) -> Bool {
      let named = Int(hb_ot_var_get_named_instance_count(face))
      // FreeType, and so fontconfig, counts the font as it begins behind those with names.
      guard instance >= 0, instance < named else { return instance == named && !axes.isEmpty }
      var count = UInt32(coordinates.count)
      hb_ot_var_named_instance_get_design_coords(face, UInt32(instance), &count, &coordinates)
      return true
    }

    /// Goes to a place, or to the end of the axis if it lies behind it. A font without the axis stays
    /// as it is.
    mutating func move(to variation: FontVariation) {
      let tag = hb_tag_from_string(variation.tag, -1)
      guard !variation.value.isNaN else { return }
      for (index, axis) in axes.enumerated() where axis.tag == tag {
        coordinates[index] = min(max(Float(variation.value), axis.min_value), axis.max_value)
      }
    }

    /// The place on each axis.
    var variations: [FontVariation] {
      zip(axes, coordinates).map { axis, place in
        let letters = stride(from: 24, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: axis.tag >> UInt32($0))
        }
        return FontVariation(String(decoding: letters, as: UTF8.self), value: Double(place))
      }
    }
  }

  /// A font of HarfBuzz at a place on each of its axes, in units of the font.
  ///
  /// `@unchecked Sendable`: it is made immutable before other threads see it.
  final class FontShaper: @unchecked Sendable {
    let font: OpaquePointer

    /// Makes it; `nil` without memory.
    init?(_ face: OpaquePointer, _ coordinates: [Float]) {
      guard let font = hb_font_create(face) else { return nil }
      if !coordinates.isEmpty {
        hb_font_set_var_coords_design(font, coordinates, UInt32(coordinates.count))
      }
      hb_font_make_immutable(font)
      self.font = font
    }

    deinit { hb_font_destroy(font) }
  }
#endif
