import CloudEvents

/// Character references: `&eacute;`, `&#233;`, `&#xE9;`.
///
/// It knows all names of HTML 4, and the names of HTML 5 for letters and marks of texts. Other names stay as they are.
///
/// Why by hand: Foundation on Linux decodes no character references, and no package in `Package.swift` does.
enum HTMLEntities {
    /// The longest name.
    private static let nameBytesMax = 32

    /// Decodes twice: text with references that were escaped again, such as `&amp;eacute;`, is common.
    static func decodedTwice(_ text: String) -> String { decoded(decoded(text)) }

    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = reference(bytes, at: index + 1) {
                result.append(contentsOf: String(Character(scalar)).utf8)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The characters of the reference whose `&` is before `start`, and its end.
    private static func reference(_ bytes: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "#") { return number(bytes, at: start + 1) }
        var end = start
        while end < bytes.count, end - start <= nameBytesMax,
            bytes[end].isASCIILetter || (0x30...0x39).contains(bytes[end])
        {
            end += 1
        }
        guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
        return scalars[String(decoding: bytes[start..<end], as: UTF8.self)].map { ($0, end + 1) }
    }

    /// The semicolon may be missing.
    private static func number(_ bytes: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
        var index = start
        var radix: UInt32 = 10
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            index += 1
        }
        var value: UInt32 = 0
        let digits = index
        while index < bytes.count, let digit = bytes[index].hexadecimalDigit, digit < radix {
            value = min(value * radix + digit, 0x11_0000)
            index += 1
        }
        guard index > digits else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
        if (0x80...0x9F).contains(value) { return (Windows1252.scalar(UInt8(value)), index) }
        return (value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}", index)
    }

    private static let scalars: [String: Unicode.Scalar] = {
        var scalars: [String: Unicode.Scalar] = [:]
        for entry in table.split(separator: ";") {
            let words = entry.split(whereSeparator: \.isWhitespace)
            guard let code = words.first.flatMap({ UInt32($0, radix: 16) }), let scalar = Unicode.Scalar(code) else {
                continue
            }
            for name in words.dropFirst() { scalars[String(name)] = scalar }
        }
        return scalars
    }()

    /// Each code point with its names.
    private static let table = """
        9 Tab; A NewLine; 21 excl; 22 QUOT quot; 23 num; 24 dollar; 25 percnt; 26 AMP amp; 27 apos; 28 lpar; 29 rpar;
        2A ast midast; 2B plus; 2C comma; 2E period; 2F sol; 3A colon; 3B semi; 3C LT lt; 3D equals; 3E GT gt; 3F quest;
        40 commat; 5B lbrack lsqb; 5C bsol; 5D rbrack rsqb; 5E Hat; 5F UnderBar lowbar; 60 DiacriticalGrave grave;
        7B lbrace lcub; 7C VerticalLine verbar vert; 7D rbrace rcub; A0 NonBreakingSpace nbsp; A1 iexcl; A2 cent;
        A3 pound; A4 curren; A5 yen; A6 brvbar; A7 sect; A8 Dot DoubleDot die uml; A9 COPY copy; AA ordf; AB laquo;
        AC not; AD shy; AE REG circledR reg; AF macr strns; B0 deg; B1 PlusMinus plusmn pm; B2 sup2; B3 sup3;
        B4 DiacriticalAcute acute; B5 micro; B6 para; B7 CenterDot centerdot middot; B8 Cedilla cedil; B9 sup1; BA ordm;
        BB raquo; BC frac14; BD frac12 half; BE frac34; BF iquest; C0 Agrave; C1 Aacute; C2 Acirc; C3 Atilde; C4 Auml;
        C5 Aring angst; C6 AElig; C7 Ccedil; C8 Egrave; C9 Eacute; CA Ecirc; CB Euml; CC Igrave; CD Iacute; CE Icirc;
        CF Iuml; D0 ETH; D1 Ntilde; D2 Ograve; D3 Oacute; D4 Ocirc; D5 Otilde; D6 Ouml; D7 times; D8 Oslash; D9 Ugrave;
        DA Uacute; DB Ucirc; DC Uuml; DD Yacute; DE THORN; DF szlig; E0 agrave; E1 aacute; E2 acirc; E3 atilde; E4 auml;
        E5 aring; E6 aelig; E7 ccedil; E8 egrave; E9 eacute; EA ecirc; EB euml; EC igrave; ED iacute; EE icirc; EF iuml;
        F0 eth; F1 ntilde; F2 ograve; F3 oacute; F4 ocirc; F5 otilde; F6 ouml; F7 div divide; F8 oslash; F9 ugrave;
        FA uacute; FB ucirc; FC uuml; FD yacute; FE thorn; FF yuml; 100 Amacr; 101 amacr; 102 Abreve; 103 abreve;
        104 Aogon; 105 aogon; 106 Cacute; 107 cacute; 108 Ccirc; 109 ccirc; 10A Cdot; 10B cdot; 10C Ccaron; 10D ccaron;
        10E Dcaron; 10F dcaron; 110 Dstrok; 111 dstrok; 112 Emacr; 113 emacr; 116 Edot; 117 edot; 118 Eogon; 119 eogon;
        11A Ecaron; 11B ecaron; 11C Gcirc; 11D gcirc; 11E Gbreve; 11F gbreve; 120 Gdot; 121 gdot; 122 Gcedil; 124 Hcirc;
        125 hcirc; 126 Hstrok; 127 hstrok; 128 Itilde; 129 itilde; 12A Imacr; 12B imacr; 12E Iogon; 12F iogon; 130 Idot;
        131 imath inodot; 132 IJlig; 133 ijlig; 134 Jcirc; 135 jcirc; 136 Kcedil; 137 kcedil; 138 kgreen; 139 Lacute;
        13A lacute; 13B Lcedil; 13C lcedil; 13D Lcaron; 13E lcaron; 13F Lmidot; 140 lmidot; 141 Lstrok; 142 lstrok;
        143 Nacute; 144 nacute; 145 Ncedil; 146 ncedil; 147 Ncaron; 148 ncaron; 149 napos; 14A ENG; 14B eng; 14C Omacr;
        14D omacr; 150 Odblac; 151 odblac; 152 OElig; 153 oelig; 154 Racute; 155 racute; 156 Rcedil; 157 rcedil;
        158 Rcaron; 159 rcaron; 15A Sacute; 15B sacute; 15C Scirc; 15D scirc; 15E Scedil; 15F scedil; 160 Scaron;
        161 scaron; 162 Tcedil; 163 tcedil; 164 Tcaron; 165 tcaron; 166 Tstrok; 167 tstrok; 168 Utilde; 169 utilde;
        16A Umacr; 16B umacr; 16C Ubreve; 16D ubreve; 16E Uring; 16F uring; 170 Udblac; 171 udblac; 172 Uogon; 173 uogon;
        174 Wcirc; 175 wcirc; 176 Ycirc; 177 ycirc; 178 Yuml; 179 Zacute; 17A zacute; 17B Zdot; 17C zdot; 17D Zcaron;
        17E zcaron; 192 fnof; 2C6 circ; 2DC tilde; 391 Alpha; 392 Beta; 393 Gamma; 394 Delta; 395 Epsilon; 396 Zeta;
        397 Eta; 398 Theta; 399 Iota; 39A Kappa; 39B Lambda; 39C Mu; 39D Nu; 39E Xi; 39F Omicron; 3A0 Pi; 3A1 Rho;
        3A3 Sigma; 3A4 Tau; 3A5 Upsilon; 3A6 Phi; 3A7 Chi; 3A8 Psi; 3A9 Omega; 3B1 alpha; 3B2 beta; 3B3 gamma; 3B4 delta;
        3B5 epsilon; 3B6 zeta; 3B7 eta; 3B8 theta; 3B9 iota; 3BA kappa; 3BB lambda; 3BC mu; 3BD nu; 3BE xi; 3BF omicron;
        3C0 pi; 3C1 rho; 3C2 sigmaf; 3C3 sigma; 3C4 tau; 3C5 upsilon; 3C6 phi; 3C7 chi; 3C8 psi; 3C9 omega; 3D1 thetasym;
        3D2 upsih; 3D6 piv; 2002 ensp; 2003 emsp; 2004 emsp13; 2005 emsp14; 2007 numsp; 2008 puncsp;
        2009 ThinSpace thinsp; 200A VeryThinSpace hairsp;
        200B NegativeMediumSpace NegativeThickSpace NegativeThinSpace NegativeVeryThinSpace ZeroWidthSpace; 200C zwnj;
        200D zwj; 200E lrm; 200F rlm; 2010 dash hyphen; 2013 ndash; 2014 mdash; 2015 horbar; 2016 Verbar Vert;
        2018 OpenCurlyQuote lsquo; 2019 CloseCurlyQuote rsquo rsquor; 201A lsquor sbquo; 201C OpenCurlyDoubleQuote ldquo;
        201D CloseCurlyDoubleQuote rdquo rdquor; 201E bdquo ldquor; 2020 dagger; 2021 Dagger ddagger; 2022 bull bullet;
        2025 nldr; 2026 hellip mldr; 2030 permil; 2031 pertenk; 2032 prime; 2033 Prime; 2034 tprime;
        2035 backprime bprime; 2039 lsaquo; 203A rsaquo; 203E OverBar oline; 2041 caret; 2043 hybull; 2044 frasl;
        204F bsemi; 2057 qprime; 205F MediumSpace; 2060 NoBreak; 2061 ApplyFunction af; 2062 InvisibleTimes it;
        2063 InvisibleComma ic; 20AC euro; 2111 image; 2118 weierp; 211C real; 2122 TRADE trade; 2135 alefsym;
        2153 frac13; 2154 frac23; 2155 frac15; 2156 frac25; 2157 frac35; 2158 frac45; 2159 frac16; 215A frac56;
        215B frac18; 215C frac38; 215D frac58; 215E frac78; 2190 larr; 2191 uarr; 2192 rarr; 2193 darr; 2194 harr;
        21B5 crarr; 21D0 lArr; 21D1 uArr; 21D2 rArr; 21D3 dArr; 21D4 hArr; 2200 forall; 2202 part; 2203 exist;
        2205 empty; 2207 nabla; 2208 isin; 2209 notin; 220B ni; 220F prod; 2211 sum; 2212 minus; 2217 lowast; 221A radic;
        221D prop; 221E infin; 2220 ang; 2227 and; 2228 or; 2229 cap; 222A cup; 222B int; 2234 there4; 223C sim;
        2245 cong; 2248 asymp; 2260 ne; 2261 equiv; 2264 le; 2265 ge; 2282 sub; 2283 sup; 2284 nsub; 2286 sube;
        2287 supe; 2295 oplus; 2297 otimes; 22A5 perp; 22C5 sdot; 2308 lceil; 2309 rceil; 230A lfloor; 230B rfloor;
        25CA loz; 2660 spades; 2663 clubs; 2665 hearts; 2666 diams; 27E8 lang; 27E9 rang
        """
}
