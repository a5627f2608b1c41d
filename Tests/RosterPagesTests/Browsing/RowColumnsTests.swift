import RosterJSON
import Testing

@testable import RosterPages

/// Which columns of a table fit, and how wide they are.
struct RowColumnsTests {
  private static let orders = (0..<20).map { number -> JSONValue in
    var order: JSONObject = [
      "id": .number(Double(number)), "customer": .string("Customer \(number)"),
      "total": .number(Double(number * 3)), "status": .string(number % 2 == 0 ? "open" : "paid"),
      "created": .string("2024-05-\(number + 10)T08:00:00Z"), "currency": "EUR",
    ]
    for column in 0..<3 { order["col0\(column)"] = .string("\(number * column)x") }
    return .object(order)
  }

  private func columns(
    of samples: [JSONValue] = orders, measuring width: (String) -> Int = { $0.count }
  ) throws -> RowColumns {
    RowColumns(try #require(RowFields(samples)), samples, measuring: width)
  }

  /// The columns with their widths; of numbers with a sign before it.
  private func describe(_ columns: [RowColumns.Column]) -> String {
    columns.map { "\($0.name) \($0.isNumber ? "+" : "")\($0.width)" }.joined(separator: ", ")
  }

  @Test(arguments: [
    (200, "customer 11, status 6, created 20, total +5, col01 5, col02 5"),
    (80, "customer 11, status 6, created 20, total +5, col01 5, col02 5"),
    (60, "customer 11, status 6, created 20, total +5, col01 5"),
    // What tells less does not take the place of what tells more.
    (44, "customer 11, status 6, created 20"), (40, "customer 11, status 6"),
    // The title keeps half, and gets what is left.
    (20, "customer 11, status 6"), (10, "customer 10"), (1, "customer 1"), (0, "customer 0"),
    (-3, "customer 0"),
  ])
  func columnsThatTellMostFitFirst(width: Int, expected: String) throws {
    let fitting = try columns().columns(fitting: width)
    #expect(describe(fitting) == expected)
    let gaps = RowColumns.gap * max(0, fitting.count - 1)
    #expect(fitting.reduce(gaps) { $0 + $1.width } <= max(0, width))
  }

  @Test func chosenColumnsLeaveTheTitleLess() throws {
    let columns = try columns()
    #expect(
      describe(columns.columns(fitting: 40, chosen: ["id", "total"]))
        == "customer 11, total +5, id 3")
    #expect(describe(columns.columns(fitting: 40, chosen: [])) == "customer 11")
    #expect(describe(columns.columns(fitting: 40, chosen: ["none"])) == "customer 11")
    #expect(columns.names.prefix(3) == ["status", "created", "total"])
    #expect(columns.names.last == "id")
  }

  @Test func aLongTitleTakesWhatTheOthersLeave() throws {
    let columns = try columns(
      of: (0..<20).map { number in
        let name = "Customer whose name is rather long, no. \(number + 10)"
        return ["customer": .string(name), "status": number % 2 == 0 ? "open" : "paid"]
      })
    #expect(describe(columns.columns(fitting: 100)) == "customer 42, status 6")
    #expect(describe(columns.columns(fitting: 50)) == "customer 42, status 6")
    #expect(describe(columns.columns(fitting: 40)) == "customer 32, status 6")
  }

  @Test func textTakesWhatIsLeft() throws {
    let columns = try columns(
      of: [["subject": "Re: tea", "body": "Dear all, the tea is ready now"]])
    #expect(describe(columns.columns(fitting: 40)) == "subject 7, body 31")
    #expect(describe(columns.columns(fitting: 25)) == "subject 7, body 16")
    #expect(describe(columns.columns(fitting: 24)) == "subject 7")
    #expect(describe(columns.columns(fitting: 40, chosen: [])) == "subject 7")
    #expect(columns.names == ["body"])
  }

  @Test func rowsWithoutTitleHaveColumnsOnly() throws {
    let columns = try columns(of: [["from": 3, "to": 5]])
    #expect(describe(columns.columns(fitting: 40)) == "from +4, to +3")
    #expect(describe(columns.columns(fitting: 8)) == "from +4")
    #expect(describe(columns.columns(fitting: 2)) == "from +2")
    #expect(describe(columns.columns(fitting: 0)) == "from +1")
    #expect(try self.columns(of: [["x": .null]]).columns(fitting: 40).isEmpty)
  }

  @Test func valuesAreMeasuredAsTheyAreShown() throws {
    let columns = try columns(of: [["title": "t", "created": 1_714_979_289]])
    #expect(describe(columns.columns(fitting: 80)) == "title 5, created 23")
    let wide = try self.columns(of: [["title": "tea and more"]]) { 2 * $0.count }
    #expect(describe(wide.columns(fitting: 80)) == "title 24")
    let long = String(repeating: "x", count: 40)
    let cut = try self.columns(of: [["title": "a\nb", "note": .string(long)]])
    #expect(describe(cut.columns(fitting: 80)) == "title 5, note 32")
  }

  @Test func aFewOtherRowsDoNotChangeTheColumns() throws {
    let other: JSONValue = ["customer": .string(String(repeating: "x", count: 40)), "aaa": "first"]
    let more = try columns(of: Self.orders + [other])
    for width in [40, 80, 200] {
      #expect(try more.columns(fitting: width) == columns().columns(fitting: width))
    }
  }

  @Test func rowsHaveACellForEachColumn() throws {
    let fitting = try columns().columns(fitting: 44)
    let row = TableRow(["customer": "Ann", "created": .null], fitting)
    #expect(row.cells.map(\.text) == ["Ann", "", ""])
    #expect(row.cells.map(\.width) == [11, 6, 20])
    let plain = TableRow([1, 2], fitting)
    #expect(plain.cells == [TableRow.Cell(text: "1, 2", width: 41, isNumber: false)])
    #expect(TableRow("x", []).cells == [TableRow.Cell(text: "x", width: 0, isNumber: false)])
  }
}
