import RosterJSON
import RosterTestKit
import Testing

@Suite struct CanonicalTextTests {
  /// RFC 8785, appendix B, without the two samples that are an error there.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"), (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"),
      (0xc340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
      (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
      (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"),
      (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func numberIsWrittenAsInTheTableOfRFC8785(bits: UInt64, expected: String) {
    #expect(JSONValue.number(Double(bitPattern: bits)).canonicalText == expected)
  }

  @Test(
    arguments: [
      (100, "100"), (1e20, "100000000000000000000"), (1.5, "1.5"), (-0.5, "-0.5"),
      (1e-6, "0.000001"),
      (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (123e-20, "1.23e-18"), (1e300, "1e+300"), (4.5, "4.5"),
      (1e16, "10000000000000000"), (0.1, "0.1"), (12345.678, "12345.678"), (.infinity, "null"),
      (-.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)])
  func numberIsWrittenAsECMAScriptDoes(value: Double, expected: String) {
    #expect(JSONValue.number(value).canonicalText == expected)
  }

  @Test func everyNumberReadsBackAsItself() throws {
    var random = SplitMix64(seed: 8785)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = JSONValue.number(value).canonicalText
      #expect(try JSONParser().parse(text) == .number(value), "\(text)")
    }
  }

  @Test(arguments: [
    ("\u{8}\t\n\u{C}\r\"\\", #""\b\t\n\f\r\"\\""#), ("\0\u{B}\u{1f}", #""\u0000\u000b\u001f""#),
    ("/\u{7F}\u{80}€😀\u{2028}", "\"/\u{7F}\u{80}€😀\u{2028}\""), ("", "\"\""),
    ("a\nb", #""a\nb""#),
    ("e\u{301}", "\"e\u{301}\""),
  ])
  func onlyWhatMustBeIsEscaped(text: String, expected: String) {
    let canonical = JSONValue.string(text).canonicalText
    #expect(Array(canonical.utf8) == Array(expected.utf8))
  }

  /// RFC 8785, section 3.2.3.
  @Test func keysAreSortedByUTF16CodeUnits() throws {
    let value = try JSONParser().parse(
      #"""
      {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
       "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control",
       "\u00f6":"Latin Small Letter O With Diaeresis"}
      """#)
    let expected =
      #"{"\r":"Carriage Return","1":"One",""# + "\u{80}" + #"":"Control",""# + "\u{F6}"
      + #"":"Latin Small Letter O With Diaeresis",""# + "\u{20AC}" + #"":"Euro Sign",""#
      + "\u{1F600}" + #"":"Emoji: Grinning Face",""# + "\u{FB33}"
      + #"":"Hebrew Letter Dalet With Dagesh"}"#
    #expect(Array(value.canonicalText.utf8) == Array(expected.utf8))
  }

  @Test func keysOfAllKindsAreInTheOrderOfTheirUTF16CodeUnits() throws {
    let keys = [
      "", "a", "aa", "b", "é", "\u{D7FF}", "\u{D7FF}a", "\u{E000}", "\u{FFFF}", "\u{10000}",
      "\u{10FFFF}", "x\u{10000}", "x\u{E000}", "\u{EFFF}", "\u{F000}",
    ]
    let object = JSONValue.object(JSONObject(keys.map { ($0, .null) }))
    let sorted = keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    let expected = sorted.map { "\"\($0)\":null" }.joined(separator: ",")
    #expect(object.canonicalText == "{\(expected)}")
  }

  /// RFC 8785, section 3.2.2, without 333333333.33333329, which is not rounded here.
  @Test func sampleOfRFC8785IsWrittenAsThere() throws {
    let value = try JSONParser().parse(
      #"""
      {
        "numbers": [1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#)
    let expected =
      #"{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(value.canonicalText == expected)
  }

  @Test func appendingKeepsWhatIsThere() {
    var bytes = Array("x".utf8)
    JSONValue.array([[:], []]).appendCanonical(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "x[{},[]]")
  }
}
