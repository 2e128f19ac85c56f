#!/usr/bin/env bash
# Writes inputs with rare codecs, samples and orientations: formats.sh FOLDER [PATTERN]
#
# With a PATTERN of the shell, only the files whose names it matches.
#
#   kept-CODEC.*      a codec whose decoder keeps its picture and changes parts of it; 60 frames that all differ
#   pcm-CODEC-RATE.*  uncompressed audio: 0.3 x sin(2 pi 400 t) on both channels, 2 s; a container that cannot hold it is left out
#   turned-N.mp4, .mov, .mkv   the eight orientations, numbered as in EXIF, of one picture
#   upright.mp4       that picture
#   infinite-*        floating-point audio of that kind, with samples that are not numbers from 0.5 to 0.6 s
#   cropped*.mkv      the picture of upright.mp4 without 40, 20, 8 and 10 pixels at the left, top, right and bottom: with square
#                     pixels, with pixels of 2:1, and turned clockwise
#   sampled-N.*       JPEG with a chroma sampling; stripes of 8 rows, red and lime, 168 pixels wide
#   image-*           images that move or have a codec without a decoder
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: formats.sh FOLDER [PATTERN]" >&2; exit 2; }
cd "$1"
pattern=${2:-*}
# shellcheck disable=SC2053
is_wanted() { [[ $1 = $pattern ]]; }

# Arguments: the file, and the options of ffmpeg.
make() {
    local file=$1
    is_wanted "$file" || return 0
    shift
    ffmpeg -nostdin -v error -y "$@" "$file" 2>/dev/null && [ -s "$file" ] && return
    rm -f "$file"
    echo "formats.sh: ffmpeg here cannot write $file" >&2
}
picture=(-f lavfi -i "testsrc2=s=320x180:r=30:d=2")
tone=(-f lavfi -i "aevalsrc=0.3*sin(2*PI*400*t)|0.3*sin(2*PI*400*t):s=48000:d=2")

for file in qtrle.mov cinepak.avi rpza.mov smc.mov msvideo1.avi msrle.avi flashsv.flv flashsv2.flv zmbv.avi; do
    make "kept-$file" "${picture[@]}" -c:v "${file%.*}"
done

for container in mov avi mkv wav aiff au; do
    for codec in s16le s16be s24le s24be s32le s32be f32le f32be f64le f64be u8 s8; do
        for rate in 48000 96000; do
            make "pcm-$codec-$rate.$container" "${tone[@]}" -ar $rate -c:a "pcm_$codec" 2>/dev/null
        done
    done
done

# Arguments: the number of an orientation. Roll is counterclockwise and comes after yaw, half a turn of which is a mirror.
turn_matroska() {
    local poses=("0 0" "180 0" "0 180" "180 180" "180 90" "0 -90" "180 -90" "0 90") yaw roll
    read -r yaw roll <<<"${poses[$1 - 1]}"
    ffmpeg -nostdin -v error -y -i upright.mp4 -c copy "turned-$1.mkv"
    mkvpropedit -q "turned-$1.mkv" --edit track:v1 --set projection-type=0 --set "projection-pose-yaw=$yaw" \
        --set "projection-pose-roll=$roll"
}
# Arguments: the number of an orientation, and the file. A point (x, y) is shown at (a x + c y, b x + d y).
turn_movie() {
    python3 - "$@" <<'P'
import struct, sys

matrices = [(1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0), (0, -1, 1, 0)]
a, b, c, d = (value << 16 for value in matrices[int(sys.argv[1]) - 1])
data = open("upright.mp4", "rb").read()
at = data.index(b"tkhd") + 4 + 40
open(sys.argv[2], "wb").write(data[:at] + struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30) + data[at + 36:])
P
}
make_upright() {
    [ -e upright.mp4 ] ||
        ffmpeg -nostdin -v error -y "${picture[@]}" -frames:v 30 -c:v libx264 -preset ultrafast -pix_fmt yuv420p upright.mp4
}
for number in 1 2 3 4 5 6 7 8; do
    for suffix in mp4 mov mkv; do
        is_wanted "turned-$number.$suffix" || continue
        make_upright
        case $suffix in
            mkv) turn_matroska $number ;;
            *) turn_movie $number "turned-$number.$suffix" ;;
        esac
    done
done

# Arguments: the file, the width in which its 272 columns are shown, and its roll.
crop() {
    is_wanted "$1" || return 0
    make_upright
    ffmpeg -nostdin -v error -y -i upright.mp4 -c copy "$1"
    mkvpropedit -q "$1" --edit track:v1 --set pixel-crop-left=40 --set pixel-crop-top=20 --set pixel-crop-right=8 \
        --set pixel-crop-bottom=10 --set display-unit=0 --set "display-width=$2" --set display-height=150 \
        --set projection-type=0 --set "projection-pose-roll=$3"
}
crop cropped.mkv 272 0
crop cropped-wide.mkv 544 0
crop cropped-turned.mkv 272 -90

odd='if(between(t\,0.5\,0.6)\,0/0\,0.3*sin(2*PI*400*t))'
for file in f32le.wav f64le.wav f32be.mov f32le.mkv; do
    make "infinite-$file" -f lavfi -i "aevalsrc=$odd|$odd:s=48000:d=2" -c:a "pcm_${file%.*}"
done

rows='mod(floor(Y/8)\,2)'
for sampling in 420 422 444; do
    for suffix in jpg avi mov mkv; do
        make "sampled-$sampling.$suffix" -f lavfi \
            -i "color=s=168x96:r=30:d=1,format=rgb24,geq=r='255*(1-$rows)':g='255*$rows':b=0" -c:v mjpeg -q:v 2 \
            -pix_fmt "yuvj${sampling}p" -frames:v "$([ $suffix = jpg ] && echo 1 || echo 10)"
    done
done

make image-moving.webp "${picture[@]}" -frames:v 10 -c:v libwebp_anim
make image-still.avif "${picture[@]}" -frames:v 1 -c:v libaom-av1 -still-picture 1
make image-j2k.mov "${picture[@]}" -frames:v 10 -c:v jpeg2000
make video-dnxhr.mov "${picture[@]}" -frames:v 10 -vf scale=1280:720 -c:v dnxhd -profile:v dnxhr_hq -pix_fmt yuv422p
make video-ffvhuff.avi "${picture[@]}" -frames:v 10 -c:v ffvhuff
make video-utvideo.avi "${picture[@]}" -frames:v 10 -c:v utvideo
make video-magicyuv.avi "${picture[@]}" -frames:v 10 -c:v magicyuv
make video-jpegls.avi "${picture[@]}" -frames:v 10 -c:v jpegls
make audio-aac.wav "${tone[@]}" -c:a aac
