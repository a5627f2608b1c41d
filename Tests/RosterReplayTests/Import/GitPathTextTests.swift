import Testing

@testable import RosterReplay

@Suite struct GitPathTextTests {
  @Test(arguments: ["a", "ü/é", "e\u{301}", "tab\tline\n", "a\"b", "\\", "\"", "\"\"", "\"a\""])
  func pathThatIsUTF8IsItsText(path: String) {
    let text = GitPath.text(of: Array(path.utf8))
    #expect(Array(text.utf8) == Array(path.utf8))
    #expect(GitPath.path(ofText: text) == Array(path.utf8))
  }

  @Test(
    arguments: [
      ([0x63, 0x61, 0x66, 0xE9], #""caf\351""#),
      ([0xFF, 0x00, 0x01, 0x1F, 0x7F, 0x80], #""\377\000\001\037\177\200""#),
      ([0xFF, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D], #""\377\a\b\t\n\v\f\r""#),
      ([0xFF, 0x22, 0x5C, 0x20, 0x2F, 0x37], #""\377\"\\ /7""#),
      ([0xC3, 0xA9, 0xC3], #""\303\251\303""#),
      ([0xED, 0xA0, 0x80], #""\355\240\200""#),
    ] as [([UInt8], String)])
  func pathThatIsNotUTF8IsQuotedAsGitDoes(path: [UInt8], text: String) {
    #expect(GitPath.text(of: path) == text)
    #expect(GitPath.path(ofText: text) == path)
  }

  @Test func pathThatReadsLikeAQuotedOneIsQuotedAsWell() {
    var path: [UInt8] = [0xFF]
    var texts: Set<String> = []
    for _ in 0..<5 {
      let text = GitPath.text(of: path)
      #expect(texts.insert(text).inserted)
      #expect(GitPath.path(ofText: text) == path)
      path = Array(text.utf8)
    }
    #expect(texts.contains(#""\"\\377\"""#))
  }

  @Test(arguments: [
    #""\377"#, #""\37""#, #""\400""#, #""\8""#, #""\"#, #""\q\377""#, #""\376"x""#, #""\011\377""#,
  ])
  func textThatGitWouldNotWriteIsAPath(text: String) {
    #expect(GitPath.path(ofText: text) == Array(text.utf8))
    #expect(GitPath.text(of: Array(text.utf8)) == text)
  }
}
