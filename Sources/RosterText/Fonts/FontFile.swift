#if Fonts
  internal import CHarfBuzz

  /// The bytes of a font file, in memory.
  struct FontFile: ~Copyable {
    let path: String
    let blob: OpaquePointer

    /// Reads a file; `nil` if it cannot be read.
    init?(path: String) {
      guard let mapped = hb_blob_create_from_file_or_fail(path) else { return nil }
      defer { hb_blob_destroy(mapped) }
      var length: UInt32 = 0
      let bytes = hb_blob_get_data(mapped, &length)
      // A copy: if another process shortens a mapped file, this process crashes.
      guard
        let copy = hb_blob_create_or_fail(bytes, length, HB_MEMORY_MODE_DUPLICATE, nil, nil)
      else { return nil }
      hb_blob_make_immutable(copy)
      self.path = path
      blob = copy
    }

    deinit { hb_blob_destroy(blob) }
  }
#endif
