/// What a JPEG says before its pixels about their colours and about the way up.
struct JPEGSegments {
  /// The first EXIF, from the header of TIFF on.
  private(set) var exif: ArraySlice<UInt8>?
  /// The parts of the profile by their numbers, and how many there are to be.
  private var profileParts: [Int: ArraySlice<UInt8>] = [:]
  private var profilePartCount = 0

  init(_ bytes: [UInt8]) {
    let file = FileBytes(bytes[...])
    var index = 2
    while let marker = Self.nextMarker(in: bytes, from: &index) {
      // The pixels begin, or the file ends.
      if marker == 0xDA || marker == 0xD9 { return }
      guard let length = file.number(at: index, 2), length >= 2,
        let segment = file.part(at: index + 2, length - 2)
      else { return }
      read(segment, marker)
      index += length
    }
  }

  var profile: ColorProfile? { ColorProfile(icc: profileBytes) }

  /// The bytes of the profile, which may have been too long for one segment; none if a part is missing.
  var profileBytes: ArraySlice<UInt8> {
    guard profilePartCount > 0 else { return [] }
    let parts = (1...profilePartCount).compactMap { profileParts[$0] }
    return parts.count == profilePartCount ? parts.flatMap(\.self)[...] : []
  }

  private mutating func read(_ segment: ArraySlice<UInt8>, _ marker: UInt8) {
    if marker == 0xE1, exif == nil, segment.starts(with: "Exif\0".utf8) {
      // A byte behind the name fills it up.
      exif = segment.dropFirst(6)
    }
    let name = "ICC_PROFILE\0".utf8
    if marker == 0xE2, segment.starts(with: name), segment.count >= name.count + 2 {
      let content = segment.dropFirst(name.count)
      let number = Int(content[content.startIndex])
      profilePartCount = Int(content[content.startIndex + 1])
      if profileParts[number] == nil { profileParts[number] = content.dropFirst(2) }
    }
  }

  /// Returns the next marker, behind bytes that fill the file up or belong to nothing.
  private static func nextMarker(in bytes: [UInt8], from index: inout Int) -> UInt8? {
    while let start = bytes[min(index, bytes.count)...].firstIndex(of: 0xFF),
      let end = bytes[start...].firstIndex(where: { $0 != 0xFF })
    {
      index = end + 1
      // Neither a zero nor a mark for restarts begins a segment.
      if bytes[end] != 0, bytes[end] != 0x01, !(0xD0...0xD8).contains(bytes[end]) {
        return bytes[end]
      }
    }
    return nil
  }
}
