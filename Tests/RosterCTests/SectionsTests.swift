import RosterTestKit
import Testing

/// `Tools/sections`, by whose copies of Swift's own library a linker takes the functions that are called.
@Suite("Sections of static libraries")
struct SectionsTests {
  private static let hasTools =
    (try? BuiltLibrary.run(
      """
      test "$(uname -sm)" = 'Linux x86_64'
      for tool in clang ld.lld llvm-ar llvm-objdump python3; do command -v $tool; done
      """
    ))?.status == 0

  /// An object as Swift's own are: its functions are in one section, some of them call each other by distances that the
  /// compiler has filled in, across one that is not called, one has a table of jumps, and a record keeps what it is
  /// about.
  private static let library = #"""
    __attribute__((noinline)) static int twice(int number) { return number * 2 + 1; }
    __attribute__((noinline)) static int tenfold(int number) { return number * 10; }
    int first(int number) { return twice(number); }
    int uncalled(int number) {
      __asm__(".skip 4096, 0x90");
      return tenfold(number) * 7 + 3;
    }
    __attribute__((retain, used)) const char *kept(void) { return "kept for a linker"; }
    static int (*functions[])(int) = {twice, tenfold};
    static int count = 7;
    int (*unread[])(int) = {uncalled};

    int answer(int kind, int number) {
      if (count != 7) return -1;
      switch (kind) {
        case 0: return twice(number);
        case 1: return tenfold(number);
        case 2: return functions[number & 1](number);
        case 3: return number - count;
        case 4: return twice(tenfold(number));
        case 5: return tenfold(twice(number)) ^ 5;
        case 6: return number / 3;
        default: return ++count;
      }
    }

    __asm__(
        ".section .rodata.described,\"aR\",@progbits\n"
        "described: .long 0, 0\n"
        ".asciz \"known by its record\"\n"
        ".section swift5_protocols,\"aR\",@progbits\n"
        ".p2align 2\n"
        ".long described - .\n"
        ".text\n");

    """#

  private static let program = #"""
    #include <stdio.h>
    int answer(int kind, int number);
    int main(void) {
      for (int kind = 0; kind < 8; kind++) printf("%d ", answer(kind, 13));
    }

    """#

  private static func build(
    _ library: String, into folder: TemporaryFolder
  ) throws -> (status: Int32, output: String) {
    try folder.write(library, to: "library.c")
    try folder.write(program, to: "main.c")
    return try BuiltLibrary.run(
      """
      tool="$PWD/Tools/sections"
      cd '\(folder.path)'
      clang -O1 -fPIC -c library.c -o library.o
      llvm-ar rc libexample.a library.o
      python3 -B "$tool" copies libexample.a
      for from in . copies; do
        clang -O1 main.c -L$from -lexample -fuse-ld=lld -Wl,--gc-sections,-Map=$from/map -o $from/program
        $from/program
        for what in 'kept for a linker' 'known by its record'; do grep -c "$what" $from/program || true; done
        grep -cE 'uncalled|unread' $from/map || true
      done
      """)
  }

  /// Both programs say the same; the second has nothing that it does not call.
  @Test(.enabled(if: hasTools, "the tools of Swift's compiler for x86-64 build it"))
  func whatIsNotCalledIsNotLinked() throws {
    let (status, output) = try Self.build(Self.library, into: TemporaryFolder())
    let answers = "27 130 130 6 261 267 4 8 "
    #expect(status == 0, "\(output)")
    let lines = output.split(separator: "\n")
    try #require(lines.count == 6, "\(output)")
    #expect(lines.prefix(2).joined(separator: "|") == "\(answers)1|1", "\(output)")
    #expect(lines[2] != "0", "\(output)")
    #expect(lines.suffix(3).joined(separator: "|") == "\(answers)0|0|0", "\(output)")
  }

  /// A distance in a section of data could be measured from there, so what stands between is not taken apart.
  @Test(.enabled(if: hasTools, "the tools of Swift's compiler for x86-64 build it"))
  func whatMayBeADistanceStaysTogether() throws {
    let data = #"""
      __asm__(
          ".data\n"
          ".p2align 3\n"
          ".type measured, @object\n"
          "measured: .long aim - .\n.long 0\n.size measured, 8\n"
          ".type between, @object\n"
          "between: .quad 5\n.size between, 8\n"
          ".type aim, @object\n"
          "aim: .long 42\n.long 0\n.size aim, 8\n"
          ".text\n");
      extern char measured[] __attribute__((visibility("hidden")));
      int distant(void) { return *(int *)(measured + *(int *)measured); }

      """#
    let called = Self.library.replacing("return number / 3", with: "return distant() - 38")
    let (status, output) = try Self.build(
      "int distant(void);\n" + called + data, into: TemporaryFolder())
    #expect(status == 0, "\(output)")
    let answers = output.split(separator: "\n").filter { $0.hasPrefix("27 130 130 6 261 267 4 8 ") }
    #expect(answers.count == 2, "\(output)")
  }

  /// A function that runs into the next one without a jump stays with it.
  @Test(.enabled(if: hasTools, "the tools of Swift's compiler for x86-64 build it"))
  func whatRunsOnStaysTogether() throws {
    let functions = #"""
      __asm__(
          ".text\n"
          ".p2align 4\n"
          ".globl entered\n"
          ".type entered, @function\n"
          "entered: leal 1(%rdi), %eax\n.size entered, . - entered\n"
          ".type left, @function\n"
          "left: subl $10, %eax\nret\n.size left, . - left\n");

      """#
    let called = Self.library.replacing("return number / 3", with: "return entered(number) + 2")
    let (status, output) = try Self.build(
      "int entered(int);\n" + called + functions, into: TemporaryFolder())
    #expect(status == 0, "\(output)")
    let answers = output.split(separator: "\n").filter { $0.hasPrefix("27 130 130 6 261 267 6 8 ") }
    #expect(answers.count == 2, "\(output)")
  }

  /// A group is known by the name of a symbol, whose number is another one after a section was divided.
  @Test(.enabled(if: hasTools, "the tools of Swift's compiler for x86-64 build it"))
  func groupsKeepTheirNames() throws {
    let folder = try TemporaryFolder()
    let group = #"""
      __asm__(
          ".section .text.grouped,\"axG\",@progbits,grouped,comdat\n"
          ".weak grouped\n"
          ".type grouped, @function\n"
          "grouped: ret\n.size grouped, . - grouped\n"
          ".text\n");

      """#
    try folder.write(Self.library + group, to: "library.c")
    let (status, output) = try BuiltLibrary.run(
      """
      tool="$PWD/Tools/sections"
      cd '\(folder.path)'
      clang -O1 -fPIC -c library.c -o library.o
      llvm-ar rc libexample.a library.o
      python3 -B "$tool" copies libexample.a
      (cd copies && llvm-ar x libexample.a)
      read=$(command -v llvm-readelf || command -v readelf)
      for from in . copies; do $read -gW $from/library.o | grep -o '\\[grouped\\]'; done
      """)
    #expect(status == 0, "\(output)")
    #expect(output == "[grouped]\n[grouped]\n", "\(output)")
  }

  /// What cannot be divided is copied, and what is no archive is refused.
  @Test(.enabled(if: hasTools, "the tools of Swift's compiler for x86-64 build it"))
  func whatIsNoObjectStaysAsItIs() throws {
    let folder = try TemporaryFolder()
    try folder.write("no object", to: "text")
    let (status, output) = try BuiltLibrary.run(
      """
      tool="$PWD/Tools/sections"
      cd '\(folder.path)'
      llvm-ar rc libtext.a text
      python3 -B "$tool" copies libtext.a
      llvm-ar p copies/libtext.a text
      for refused in "copies text" "copies missing.a" "copies"; do
        python3 -B "$tool" $refused 2>&1 | tail -1 || true
      done
      """)
    #expect(status == 0, "\(output)")
    #expect(output.hasPrefix("no object"), "\(output)")
    #expect(output.contains("Tools/sections: text is no archive"), "\(output)")
    #expect(output.contains("Tools/sections: [Errno 2]"), "\(output)")
  }
}
