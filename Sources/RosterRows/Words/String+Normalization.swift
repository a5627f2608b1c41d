#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

/// The two ways in which Unicode writes a text: a letter with an accent is one code point, or two.
extension String {
  /// The text in normalization form C.
  var composed: String {
    #if canImport(Darwin)
      precomposedStringWithCanonicalMapping
    #else
      String(UnicodeScalarView(_nfc))
    #endif
  }

  /// The text in normalization form D.
  var decomposed: String {
    #if canImport(Darwin)
      decomposedStringWithCanonicalMapping
    #else
      String(UnicodeScalarView(_nfd))
    #endif
  }
}
