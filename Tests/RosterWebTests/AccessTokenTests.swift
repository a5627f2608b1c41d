#if Web
  import Testing

  @testable import RosterWeb

  @Suite struct AccessTokenTests {
    @Test func newTokensDiffer() {
      let tokens = Set((0..<100).map { _ in AccessToken().text })
      #expect(tokens.count == 100)
      #expect(tokens.allSatisfy { AccessToken($0) != nil })
    }

    @Test func onlyTheWholeTokenMatches() {
      let token = AccessToken()
      #expect(token.matches(token.text))
      #expect(!token.matches(""))
      #expect(!token.matches(token.text.dropLast()))
      #expect(!token.matches(token.text + token.text))
      #expect(!token.matches(String(token.text.reversed()) + "x"))
    }

    @Test func weakTokenIsRefused() {
      #expect(AccessToken("secret") == nil)
      #expect(AccessToken(String(repeating: "a", count: 31)) == nil)
      #expect(AccessToken(String(repeating: "a", count: 32)) != nil)
      #expect(AccessToken(String(repeating: ";", count: 40)) == nil)
    }
  }
#endif
