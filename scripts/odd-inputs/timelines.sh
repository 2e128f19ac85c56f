#!/usr/bin/env bash
# Writes files with odd time lines into FOLDER: late clock references, tracks that are out of sync, gaps, truncated ends.
# Needs: ffmpeg, python3, and psstudio (PSSTUDIO, default: the release build). Prints one line for each file.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
psstudio=${PSSTUDIO:-$(cd "$(dirname "$0")/../.." && pwd)/.build/release/psstudio}
mkdir -p "$1"
cd "$1"

convert() { ffmpeg -nostdin -v error -y "$@"; }

"$psstudio" start --quiet --fast --force --video coded:1f3a9c02 --width 320 --height 180 --format i420-limited --duration 12s \
    --out master.mkv --out live.ts

# The audio begins 0.7 s before the video, and with it before the first clock reference.
convert -ss 3.3 -i live.ts -c copy lead.ts
# One track is later than the other by this many seconds. They carry the same codes as a clip in sync.
for container in ts mkv mp4 mov flv avi wmv mpg ogg; do
    case $container in
        wmv) codecs=(-c:v wmv2 -b:v 3M -c:a wmav2) ;;
        mpg) codecs=(-c:v mpeg2video -b:v 3M -c:a mp2) ;;
        ogg) codecs=(-c:v libtheora -b:v 3M -c:a libvorbis) ;;
        avi) codecs=(-c:v mjpeg -q:v 3 -c:a pcm_s16le) ;;
        *) codecs=(-c:v copy -c:a copy) ;;
    esac
    for late in 0.7 1.5 3; do
        convert -itsoffset $late -i master.mkv -i master.mkv -map 0:v -map 1:a "${codecs[@]}" "late-video-$late.$container"
        convert -itsoffset $late -i master.mkv -i master.mkv -map 1:v -map 0:a "${codecs[@]}" "late-audio-$late.$container"
    done
done
# A gap of 16 frames, and a container that has no frame rate.
convert -i master.mkv -vf "select='lt(n,60)+gt(n,75)'" -fps_mode vfr -c:v libx264 -preset ultrafast -c:a copy gap.mp4
convert -i master.mkv -c:v wmv2 -b:v 3M -c:a wmav2 unrated.wmv
# AAC that is announced as private data.
convert -i master.mkv -c copy -f mpegts -mpegts_m2ts_mode 1 private-aac.m2ts
# Metadata of 12 s, media of about 6 s.
convert -i master.mkv -c copy whole.flv
head -c $(($(stat -c %s whole.flv) / 2)) whole.flv >truncated.flv
# Two video tracks, of which the second is the default.
convert -f lavfi -i color=red:s=320x180:d=4 -i master.mkv -map 0:v -map 1:v -map 1:a -c:v libx264 -preset ultrafast -c:a copy -t 4 \
    -disposition:v:0 0 -disposition:v:1 default second-default.mkv
# Silence that cuts a chirp of coded audio.
convert -i master.mkv -vn -c:a pcm_s16le whole.wav
python3 - <<'P'
import wave
source = wave.open("whole.wav")
samples = source.readframes(source.getnframes())
for length in (30, 67, 150):
    for place in (5003, 5031):
        target = wave.open(f"silence-{length}-at-{place}.wav", "w")
        target.setparams(source.getparams())
        target.writeframes(samples[:place * 192] + bytes(length * 192) + samples[place * 192:])
        target.close()
P
for file in *; do echo "$file $(ffprobe -v error -show_entries stream=codec_type,start_time -of csv=p=0 "$file" | paste -sd' ')"; done
