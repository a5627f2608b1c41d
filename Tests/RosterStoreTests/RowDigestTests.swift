import Testing

@testable import RosterStore

/// Digests stand in files: a release that makes others would take each row for another version.
@Suite("Digests of rows")
struct RowDigestTests {
  private func digest(_ columns: String) throws -> String? {
    var text: String?
    try StoreConnection.inMemory().prepared("SELECT \(columns)").forEachRow {
      text = RowDigest($0).text
    }
    return text
  }

  @Test func aRowHasTheSameDigestInEachRelease() throws {
    let columns = [
      "17 AS id", "'Milk' AS title", "1.5 AS price", "x'00ff' AS icon", "NULL AS note",
    ]
    #expect(try digest(columns.joined(separator: ", ")) == "9f58e81bf9ffae5f")
    #expect(try digest(columns.reversed().joined(separator: ", ")) == "9f58e81bf9ffae5f")
    #expect(try digest("-1 AS id") == "cb36da1d71add376")
    #expect(try digest("NULL AS id") == "0000000000000000")
  }

  @Test func whatDiffersHasAnotherDigest() throws {
    let rows = [
      "1 AS a", "1.0 AS a", "'1' AS a", "x'31' AS a", "1 AS b", "1 AS a, 1 AS b", "'' AS a",
      "x'' AS a", "'' AS a, '' AS b", "'ab' AS c", "'a' AS c, 'b' AS c", "'b' AS ca", "2 AS a",
      "'a' || char(0) || 'b' AS c", "'a' || char(0) || 'c' AS c",
    ]
    let digests = try rows.map { try digest($0) }
    #expect(Set(digests).count == rows.count)
  }

  @Test func theModelOfAVersionBeginsWithItsDigest() {
    let digits = "9f58e81bf9ffae5f"
    #expect(RowDigest(inModel: "[\"\(digits)\",17]")?.text == digits)
    #expect(RowDigest(inModel: "[\"\(digits)\",{\"base64\":\"AA==\"}]")?.text == digits)
    for model in [
      "", "[", "[\"", "[\"\"]", "[\"\(digits)", "[\"\(digits.dropLast())\",17]",
      "[\"\(digits)0\",17]", "[\"\(digits.uppercased())\",17]", "{\"\(digits)\":17}",
      "[\"9f58e81bf9ffae5\u{E9}\",17]", "[ \"\(digits)\",17]",
    ] {
      #expect(RowDigest(inModel: model) == nil, "\(model)")
    }
  }
}
