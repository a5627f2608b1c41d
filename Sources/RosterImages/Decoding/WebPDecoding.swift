#if Images
  internal import CWebP
  internal import RosterMounting

  /// A WebP that is being decoded.
  struct WebPDecoding {
    private let bytes: [UInt8]
    private let request: ImageRequest
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ request: ImageRequest, _ limits: ImageLimits) {
      (self.bytes, self.request, self.limits) = (bytes, request, limits)
    }

    func picture() throws(ImageError) -> Picture {
      var features = WebPBitstreamFeatures()
      let status = WebPGetFeatures(bytes, bytes.count, &features)
      guard status == VP8_STATUS_OK else { throw .damaged("WebP", Self.reason(status)) }
      let (width, height) = (Int(features.width), Int(features.height))
      try limits.check(width: width, height: height)
      if features.has_animation != 0 {
        throw ImageError(.wrongType, "the WebP is one that moves, which is not supported")
      }
      let finish = PictureFinish(
        width: width, height: height, for: request, .upright, profile?.forPicture(isGray: false))
      let pixels = try pixels(features, finish.size)
      guard
        let picture = Picture(
          width: finish.size.width, height: finish.size.height,
          hasAlpha: features.has_alpha != 0, bytes: pixels
        ).flatMap(finish.picture)
      else { throw .damaged("WebP", "it has no pixels") }
      return picture
    }

    /// The profile, if the header says that there is one.
    private var profile: ColorProfile? {
      let file = FileBytes(bytes[...], isLittleEndian: true)
      var (offset, hasProfile) = (12, false)
      while let name = file.part(at: offset, 4), let length = file.number(at: offset + 4, 4),
        let content = file.part(at: offset + 8, length)
      {
        if name.elementsEqual("VP8X".utf8) { hasProfile = (content.first ?? 0) & 0x20 != 0 }
        if hasProfile, name.elementsEqual("ICCP".utf8) { return ColorProfile(icc: content) }
        // Chunks begin at even places.
        offset += 8 + length + length % 2
      }
      return nil
    }

    /// Decodes the pixels, which the decoder scales.
    private func pixels(
      _ features: WebPBitstreamFeatures, _ size: (width: Int, height: Int)
    ) throws(ImageError) -> [UInt8] {
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0 else {
        throw .damaged("WebP", "the library has another version than its headers")
      }
      let (width, height) = size
      if width != Int(features.width) || height != Int(features.height) {
        config.options.use_scaling = 1
        config.options.scaled_width = Int32(width)
        config.options.scaled_height = Int32(height)
      }
      let hasAlpha = features.has_alpha != 0
      let stride = width * (hasAlpha ? 4 : 3)
      config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
      config.output.is_external_memory = 1
      defer { WebPFreeDecBuffer(&config.output) }
      var status = VP8_STATUS_OK
      let pixels = [UInt8](unsafeUninitializedCapacity: stride * height) { pixels, count in
        pixels.initialize(repeating: 0)
        count = stride * height
        config.output.u.RGBA = WebPRGBABuffer(
          rgba: pixels.baseAddress, stride: Int32(stride), size: stride * height)
        status = WebPDecode(bytes, bytes.count, &config)
      }
      guard status == VP8_STATUS_OK else { throw .damaged("WebP", Self.reason(status)) }
      return pixels
    }

    private static func reason(_ status: VP8StatusCode) -> String {
      switch status {
      case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "it is cut off"
      case VP8_STATUS_UNSUPPORTED_FEATURE: "it has a feature that is not supported"
      case VP8_STATUS_OUT_OF_MEMORY: "there is no memory for it"
      default: "its bytes are damaged"
      }
    }
  }
#endif
